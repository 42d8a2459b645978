import type { EditorState, Line, TransactionSpec } from "@codemirror/state";
import { type Container, markOf, prefixOf, treeTo } from "./containers.ts";
import type { SyntaxNode } from "./formatting.ts";

/** The mark of an item: its number if it has one, the sign, and the box of a task. */
interface ItemMark {
  readonly number: number | null;
  readonly sign: string;
  readonly box: string;
}

/** The mark of an item of a list. */
export function readMark(state: EditorState, item: SyntaxNode): ItemMark {
  const text = state.sliceDoc(markOf(item), state.doc.lineAt(item.from).to);
  const [, digits, sign = "-", box = ""] = /^(\d{1,9})?([-+*.)]) *(\[[ xX]\](?= |$))?/.exec(text) ?? [];
  return { number: digits === undefined ? null : Number(digits), sign, box };
}

/** The items of the list of an item, and those of its first list inside. */
export const siblingsOf = (item: SyntaxNode) => item.parent?.getChildren("ListItem") ?? [item];

/** The mark of an item behind another one, without spaces before it. A list whose items all have the same number keeps that. */
export function markAfter(state: EditorState, item: SyntaxNode): string {
  const { number, sign, box } = readMark(state, item);
  const [first, second] = siblingsOf(item).map((each) => readMark(state, each).number);
  const isSame = second !== undefined && first === second;
  const digits = number === null ? "" : String(isSame ? number : number + 1);
  return `${digits}${sign} ${box === "" ? "" : "[ ] "}`;
}

/** The beginning of a line with the item that follows the innermost of some containers. */
export function nextItem(state: EditorState, containers: readonly Container[]): string {
  const outer = containers.slice(0, -1);
  const item = containers.at(-1);
  if (!item) return "";
  const indent = " ".repeat(Math.max(0, item.start - (outer.at(-1)?.content ?? 0)));
  return `${prefixOf(outer)}${indent}${markAfter(state, item.node)}`;
}

/** Whether empty lines separate the items of a list. */
export function isLoose(state: EditorState, { node }: Container): boolean {
  const [first, second] = siblingsOf(node);
  if (!first || !second) return false;
  const before = state.doc.line(state.doc.lineAt(second.from).number - 1);
  return !/[^\s>]/.test(before.text);
}

/** Whether a line belongs to the first paragraph of an item, so that Enter makes an item of what follows. */
export function isFirstParagraph({ node }: Container, line: Line): boolean {
  const first = node.firstChild?.nextSibling ?? null;
  return first === null || (/^(?:Paragraph|Task|ATXHeading\d)$/.test(first.name) && first.to >= line.from);
}

/**
 * Adds to a change the numbers of the lists around the cursor: each item has the one behind that of the item before. Numbers of
 * lists inside the cursor's item begin with 1.
 */
export function withNumbers(state: EditorState, spec: TransactionSpec): TransactionSpec {
  const { state: next, changes } = state.update(spec);
  const { head } = next.selection.main;
  const line = next.doc.lineAt(head);
  const tree = treeTo(next, Math.min(next.doc.length, line.to + lookAhead));
  const lists: { list: SyntaxNode; first: number | null }[] = [];
  for (let node: SyntaxNode | null = tree.resolveInner(line.to, -1); node; node = node.parent) {
    if (node.name !== "ListItem") continue;
    if (node.parent?.name === "OrderedList") lists.push({ list: node.parent, first: null });
    if (node.from >= line.from)
      for (const list of node.getChildren("OrderedList")) lists.push({ list, first: 1 });
  }
  const numbers = lists.flatMap(({ list, first }) => renumber(next, list, first));
  if (numbers.length === 0) return spec;
  const renumbered = next.changes(numbers);
  return {
    changes: changes.compose(renumbered),
    selection: { anchor: renumbered.mapPos(next.selection.main.anchor, 1), head: renumbered.mapPos(head, 1) },
  };
}

const lookAhead = 10_000; // characters behind the cursor in which a list is numbered

function renumber(state: EditorState, list: SyntaxNode, first: number | null) {
  const items = list.getChildren("ListItem").map((item) => ({ item, ...readMark(state, item) }));
  const [one, two] = items;
  if (one?.number === undefined || one.number === null) return [];
  // Numbers that are all the same are meant so.
  if (first === null && two?.number === one.number && items.every(({ number }) => number === one.number))
    return [];
  const start = first ?? one.number;
  return items.flatMap(({ item, number }, index) =>
    number === start + index
      ? []
      : [{ from: markOf(item), to: markOf(item) + String(number).length, insert: String(start + index) }],
  );
}
