import type { ChangeSpec, EditorState, StateCommand } from "@codemirror/state";
import { type Container, containersOf, continuedBy, isBlank, markOf } from "./containers.ts";
import type { SyntaxNode } from "./formatting.ts";
import { markAfter, readMark, siblingsOf, withNumbers } from "./lists.ts";

/** Tab makes the items of the selection parts of the item before them. Outside of lists it is left to the page. */
export const indentItem: StateCommand = ({ state, dispatch }) => {
  const found = findItem(state);
  if (!found) return false;
  const { item, outer } = found;
  const before = siblingsOf(item.node).findLast(({ from }) => from < item.node.from);
  if (!before) return true;
  const inside = before.getChildren(item.node.parent?.name ?? "").at(-1);
  const isLast = inside !== undefined && !state.sliceDoc(inside.to, before.to).trim();
  const above = isLast ? inside.getChildren("ListItem").at(-1) : undefined;
  const { number, sign, box } = readMark(state, item.node);
  const mark = above
    ? markAfter(state, above).replace(/\[ \] $/, "")
    : `${number === null ? "" : "1"}${sign} `;
  const start = above ? startOf(state, above) : contentOf(state, before);
  move(state, dispatch, { item, outer, start, mark: `${mark}${box === "" ? "" : `${box} `}` });
  return true;
};

/** Shift+Tab takes the items of the selection out of the item around them. */
export const outdentItem: StateCommand = ({ state, dispatch }) => {
  const found = findItem(state);
  if (!found) return false;
  const { item, outer } = found;
  const around = outer.at(-1);
  if (!around?.isItem) return true;
  const { box } = readMark(state, item.node);
  const mark = `${markAfter(state, around.node).replace(/\[ \] $/, "")}${box === "" ? "" : `${box} `}`;
  move(state, dispatch, { item, outer: outer.slice(0, -1), start: around.start, mark });
  return true;
};

function findItem(state: EditorState): { item: Container; outer: readonly Container[] } | null {
  const containers = containersOf(state, state.doc.lineAt(state.selection.main.from));
  const at = containers.findLastIndex(({ isItem }) => isItem);
  const item = containers[at];
  return item ? { item, outer: containers.slice(0, at) } : null;
}

const startOf = (state: EditorState, node: SyntaxNode) => markOf(node) - state.doc.lineAt(node.from).from;

function contentOf(state: EditorState, node: SyntaxNode): number {
  const line = state.doc.lineAt(node.from);
  const containers = containersOf(state, line);
  return containers.find(({ node: each }) => each.from === node.from)?.content ?? startOf(state, node) + 2;
}

interface Move {
  readonly item: Container;
  /** The containers that stay around it. */
  readonly outer: readonly Container[];
  /** The new column of its mark. */
  readonly start: number;
  /** The new mark, with the space and the box behind it. */
  readonly mark: string;
}

/** Moves an item, those of its list behind it that are selected, and all of their lines. */
function move(state: EditorState, dispatch: Parameters<StateCommand>[0]["dispatch"], to: Move): void {
  const { item, outer, start } = to;
  const last = state.selection.main.to;
  const changes: ChangeSpec[] = [];
  let { mark } = to;
  for (const node of siblingsOf(item.node)) {
    if (node.from < item.node.from || node.from > last) continue;
    const first = state.doc.lineAt(node.from);
    const { box } = readMark(state, node);
    if (node.from > item.node.from) mark = `${mark.replace(/\[[ xX]\] $/, "")}${box === "" ? "" : `${box} `}`;
    const content = contentOf(state, node);
    const column = edge(outer, first.text);
    const boxed = box === "" ? 0 : box.length + (first.text[content + box.length] === " " ? 1 : 0);
    const shift = start + mark.replace(/\[[ xX]\] $/, "").length - content;
    changes.push({
      from: first.from + column,
      to: Math.min(first.to, first.from + content + boxed),
      insert: " ".repeat(Math.max(0, start - column)) + mark,
    });
    for (let number = first.number + 1; number <= state.doc.lines; number += 1) {
      const line = state.doc.line(number);
      if (line.from > node.to) break;
      const at = edge(outer, line.text);
      const spaces = /^ */.exec(line.text.slice(at))?.[0].length ?? 0;
      if (isBlank(line.text) || spaces === 0) continue;
      if (shift > 0) changes.push({ from: line.from + at, insert: " ".repeat(shift) });
      else changes.push({ from: line.from + at, to: line.from + at + Math.min(spaces, -shift) });
    }
  }
  dispatch(
    state.update(withNumbers(state, { changes }), { scrollIntoView: true, userEvent: "input.indent" }),
  );
}

/** The column behind the marks of the quotations around a list; spaces of items are not among them. */
function edge(outer: readonly Container[], text: string): number {
  const quotes = outer.slice(0, outer.findLastIndex(({ isItem }) => !isItem) + 1);
  return continuedBy(quotes, text).column;
}
