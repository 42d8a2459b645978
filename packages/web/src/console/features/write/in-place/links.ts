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
