import { isolateHistory } from "@codemirror/commands";
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import {
  containersOf,
  isBlank,
  itemOf,
  literalAt,
  markOf,
  prefixOf,
  treeTo,
} from "../commands/containers.ts";
import type { SyntaxNode } from "../commands/formatting.ts";
import { normaliseOffice } from "./office-html.ts";

/** A paste that stands in the text as plain text until its HTML is read. */
interface Paste {
  readonly from: number;
  readonly to: number;
  readonly id: object;
}

const begin = StateEffect.define<Paste>();
const finish = StateEffect.define<object>();

/** The pastes whose HTML is being read, where they stand now. */
const pastes = StateField.define<readonly Paste[]>({
  create: () => [],
  update(value, { changes, effects }) {
    let next = value.map(({ from, to, id }) => ({
      from: changes.mapPos(from, 1),
      to: changes.mapPos(to, -1),
      id,
    }));
    for (const effect of effects) {
      if (effect.is(begin)) next = [...next, effect.value];
      if (effect.is(finish)) next = next.filter(({ id }) => id !== effect.value);
    }
    return next;
  },
});

/**
 * Pastes formatted text of other programs as Markdown. The plain text stands there at once; what it becomes is a step of its own, so
 * that Undo gives the plain text back. Code and formulas take plain text.
 *
 * @param addFiles uploads the pictures that the HTML holds
 */
export function pastedHtml(addFiles: (view: EditorView, files: readonly File[]) => void) {
  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const html = event.clipboardData?.getData("text/html") ?? "";
      const given = (event.clipboardData?.getData("text/plain") ?? "").replace(/\r\n?/g, "\n");
      const { from, to } = view.state.selection.main;
      const isCell = isInCell(view.state, from) && given.trim() !== "";
      const plain = isCell ? toCell(given) : given;
      const isPlain = !isFormatted(html) || isAddress(plain) || literalAt(view.state, from) !== null;
      if ((isPlain && plain === given) || view.state.selection.ranges.length > 1) return false;
      event.preventDefault();
      const id = {};
      view.dispatch({
        changes: { from, to, insert: plain },
        selection: { anchor: from + plain.length },
        effects: begin.of({ from, to: from + plain.length, id }),
        annotations: isolateHistory.of("full"),
        scrollIntoView: true,
        userEvent: "input.paste",
      });
      if (isPlain) view.dispatch({ effects: finish.of(id) });
      else void format(view, id, { html, plain }).then((files) => addFiles(view, files));
      return true;
    },
  });
  return [pastes, handlers];
}

/** Elements and styles that mean something in Markdown. The colours of code editors don't. */
const formatted =
  /<(?:a|b|strong|em|i|h[1-6]|ul|ol|li|table|blockquote|pre|code|img|hr|del|s|strike|br|p)[\s/>]|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through/i;
const isFormatted = (html: string) => formatted.test(html) && !codeEditor.test(html.slice(0, headLength));
/** VS Code names itself, or has all of its lines in one block of code. */
const codeEditor =
  /vscode|^(?:<meta[^>]{0,100}>)?\s{0,9}<div style="[^"]{0,900}monospace[^"]{0,900}white-space: ?pre;/;
const headLength = 2_000; // characters in which a code editor names itself

const isAddress = (text: string) => /^\s*(?:https?:\/\/|mailto:)\S+\s*$/.test(text);

async function format(
  view: EditorView,
  id: object,
  { html, plain }: { html: string; plain: string },
): Promise<File[]> {
  try {
    const { htmlToMarkdown } = await import("@freehold/import/html");
    const shown = normaliseOffice(clean(html));
    const { markdown, files } = await htmlToMarkdown(shown, { base: null });
    const embedded = await Promise.all(
      files.filter(({ open }) => open !== null).map((file) => readPicture(file)),
    );
    const paste = view.state.field(pastes).find((each) => each.id === id);
    // The owner went on in the pasted words before they were read.
    const isChanged = !paste || view.state.sliceDoc(paste.from, paste.to) !== plain;
    if (isChanged || markdown === "") return [];
    const isAll = paste.from === 0 && paste.to === view.state.doc.length;
    const text = withoutPictures(
      isAll ? withTitle(markdown, shown) : markdown,
      embedded.map(({ address }) => address),
    );
    if (text !== plain) replace(view, paste, text);
    return embedded.map(({ file }) => file);
  } catch {
    // Too long, or too tangled: the plain text stays.
    return [];
  } finally {
    view.dispatch({ effects: finish.of(id) });
  }
}

/** A heading of the first level at the beginning of a whole text is its title; elsewhere, it is one of the second. */
function withTitle(markdown: string, html: string): string {
  return /^\s*<h1[\s>]/.test(html) ? markdown.replace(/^## /, "# ") : markdown;
}

/** The part that was selected: browsers on Windows put a head before it and comments around it. */
function clean(html: string): string {
  const [start, end] = ["<!--StartFragment-->", "<!--EndFragment-->"];
  const [from, to] = [html.indexOf(start), html.lastIndexOf(end)];
  if (from < 0 || to <= from) return html;
  const part = html.slice(from + start.length, to);
  // Excel marks the rows of a table, without the table.
  return /^\s*<(?:col|colgroup|thead|tbody|tr|td)[\s>]/i.test(part) ? `<table>${part}</table>` : part;
}

/** Whether a position is in the source of a table, where each row is a line. */
function isInCell(state: EditorState, pos: number): boolean {
  let node: SyntaxNode | null = treeTo(state, pos).resolveInner(pos, -1);
  while (node && node.name !== "Table") node = node.parent;
  return node !== null && pos > node.from;
}

/** A text in one line, without the end of a cell in it. */
const toCell = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim().replace(/(?<!\\)\|/g, "\\|"))
    .filter((line) => line !== "")
    .join("<br>");

async function readPicture(file: {
  readonly address: string;
  readonly name: string;
  readonly open: (() => Promise<AsyncIterable<Uint8Array>>) | null;
}): Promise<{ address: string; file: File }> {
  const parts: BlobPart[] = [];
  for await (const part of (await file.open?.()) ?? []) parts.push(part as Uint8Array<ArrayBuffer>);
  const type = `image/${file.name.split(".").at(-1)?.replace("jpg", "jpeg") ?? "png"}`;
  return { address: file.address, file: new File(parts, file.name, { type }) };
}

/** The part of a picture behind its address. */
const rest = /(?:#\w+)?(?: "([^"]*)")?\)/y;

/** Pictures inside the HTML are uploaded as files, and stand behind the text; their captions stay. */
export function withoutPictures(markdown: string, addresses: readonly string[]): string {
  let text = markdown;
  for (const address of addresses) {
    const before = text.indexOf(`](${address}`);
    const start = text.lastIndexOf("![", before);
    rest.lastIndex = before + address.length + 2;
    const [end, caption] = (start >= 0 && before >= 0 && rest.exec(text)) || [];
    if (end !== undefined)
      text = `${text.slice(0, start)}${caption ? `_${caption}_` : ""}${text.slice(before + address.length + 2 + end.length)}`;
  }
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

/** Replaces the plain text: words within a line, blocks on lines of their own and in the lists and quotations around. */
function replace(view: EditorView, { from, to }: Paste, markdown: string): void {
  const { state } = view;
  // The plain text may look like a list itself.
  const { state: before } = state.update({ changes: { from, to } });
  const line = before.doc.lineAt(from);
  const around = containersOf(before, line);
  const item = itemOf(around, line);
  // A list in an empty item is the items that follow it.
  const isItems = item !== null && isBlank(line.text.slice(item.content)) && listMark.test(markdown);
  const prefix = prefixOf(isItems ? around.slice(0, -1) : around);
  const begin = isItems ? markOf(item.node) : from;
  const lines = markdown
    .split("\n")
    .map((line, index) => (index === 0 ? line : `${prefix}${line}`.trimEnd()));
  const text = isInCell(before, from) ? toCell(markdown) : lines.join("\n");
  const isOne = isItems || !text.includes("\n") || !isBlock(markdown);
  const { head, tail } = isOne ? { head: "", tail: "" } : gapsAround(state, from, to, prefix);
  view.dispatch({
    changes: { from: begin, to, insert: head + text + tail },
    selection: { anchor: begin + head.length + text.length },
    annotations: isolateHistory.of("full"),
    scrollIntoView: true,
    userEvent: "input.paste",
  });
}

const listMark = /^(?:[-*+]|\d{1,9}[.)]) /;

/** Whether a text is more than words within a paragraph. */
const isBlock = (markdown: string) => /\n\n|^(?:#{1,6} |[-*+] |\d+[.)] |> |```|\||---$)/m.test(markdown);

/** The line ends that set a block apart from the words and the lines around it, in the same lists and quotations. */
function gapsAround(
  state: EditorState,
  from: number,
  to: number,
  prefix: string,
): { head: string; tail: string } {
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const gap = `\n${prefix.trimEnd()}\n${prefix}`;
  const before = first.text.slice(0, from - first.from);
  const isFilled = (number: number) =>
    number >= 1 && number <= state.doc.lines && !isBlank(state.doc.line(number).text);
  const ownLine = isFilled(first.number - 1) ? `\n${prefix}` : "";
  const isItem = /^[\s>]*(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?$/.test(before);
  const head = isItem ? "" : isBlank(before) ? ownLine : gap;
  const isLast = last.text.slice(to - last.from).trim() === "";
  const tail = isLast ? (isFilled(last.number + 1) ? `\n${prefix.trimEnd()}` : "") : gap;
  return { head, tail };
}
