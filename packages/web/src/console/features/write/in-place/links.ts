import type { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { SyntaxNode } from "../commands/formatting.ts";
import { readLinkAddress } from "./link-address.ts";

/** Ctrl and a click, or Cmd and a click on a Mac, open a link. */
export const openLinks = EditorView.domEventHandlers({
  mousedown(event) {
    const link = (event.target as HTMLElement).closest<HTMLElement>("[data-address]");
    if (!link || !(event.ctrlKey || event.metaKey)) return false;
    const address = readLinkAddress(link.dataset.address ?? "", location.href);
    if (address !== null) window.open(address, "_blank", "noopener,noreferrer");
    return true;
  },
});

/** Whether a link is all of its paragraph. */
export function isAlone({ from, to, name, parent }: SyntaxNode): boolean {
  return name === "Link" && parent?.name === "Paragraph" && parent.from === from && parent.to === to;
}

const defined = new WeakMap<Text, ReadonlyMap<string, string>>();

/** The addresses that a text defines for links that only name them, by their folded names. */
function readDefinitions({ doc }: EditorState): ReadonlyMap<string, string> {
  const known = defined.get(doc);
  if (known) return known;
  const found = new Map<string, string>();
  for (const [, name = "", address = ""] of doc.toString().matchAll(definition))
    if (!found.has(fold(name))) found.set(fold(name), address.replace(/^<|>$/g, ""));
  defined.set(doc, found);
  return found;
}

const definition = /^[ >]{0,9}\[(?!\^)([^\][\n]{1,100})\]:[ \t]{0,9}(\S+)/gm;
const fold = (name: string) => name.trim().replace(/\s+/g, " ").toLowerCase();

/** The address of a link: its own, or the one that the text defines for its name; null for none. */
export function addressOf(state: EditorState, link: SyntaxNode): string | null {
  const url = link.getChild("URL");
  if (url) return state.sliceDoc(url.from, url.to);
  const [open, close] = link.getChildren("LinkMark");
  const label = link.getChild("LinkLabel");
  const name = label ? state.sliceDoc(label.from + 1, label.to - 1) : "";
  const own = open && close ? state.sliceDoc(open.to, close.from) : "";
  return readDefinitions(state).get(fold(name || own)) ?? null;
}
