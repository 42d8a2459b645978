import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
  Transaction,
} from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import {
  type Container,
  containersOf,
  continuedBy,
  isBlank,
  itemOf,
  lastFilledLine,
  literalAt,
  prefixOf,
  textStart,
  treeTo,
} from "./containers.ts";
import { outdentItem } from "./list-moves.ts";

/**
 * Backspace at the beginning of a block takes away what makes it one: the marks of a heading, an item or a quotation, or the gap to
 * the paragraph before. Anywhere else it is left to the editor.
 */
export const joinBefore: StateCommand = (target) => {
  const { state } = target;
  const { head: pos, empty } = state.selection.main;
  const line = state.doc.lineAt(pos);
  const containers = containersOf(state, line);
  const start = textStart(line, containers);
  if (!empty || isInside(state, line, pos)) return false;
  const [heading = ""] = /^ {0,3}#{1,6} +/.exec(line.text.slice(start - line.from)) ?? [];
  if (heading !== "" && pos === start + heading.length) return change(target, { from: start, to: pos });
  if (pos > start) return false;
  const item = itemOf(containers, line);
  if (item)
    return containers.at(-2)?.isItem
      ? outdentItem(target)
      : change(target, ...withoutMark(state, line, item));
  const inner = containers.at(-1);
  if (inner && inner.node.from >= line.from)
    return change(target, ...withoutQuote(state, inner, containers.slice(0, -1)));
  if (line.number === 1) return false;
  return join(target, lastFilledLine(state, line.number - 1), line, start);
};

/** Delete at the end of a block takes away the gap to the next one, and its marks. Anywhere else it is left to the editor. */
export const joinAfter: StateCommand = (target) => {
  const { state } = target;
  const { head: pos, empty } = state.selection.main;
  const line = state.doc.lineAt(pos);
  if (!empty || pos !== line.to || isInside(state, line, pos)) return false;
  for (let number = line.number + 1; number <= state.doc.lines; number += 1) {
    const next = state.doc.line(number);
    if (isBlank(next.text)) continue;
    const start = textStart(next, containersOf(state, next));
    const [heading = ""] = /^ {0,3}#{1,6} +/.exec(next.text.slice(start - next.from)) ?? [];
    // An empty paragraph before a block goes away, and the block stays.
    const isEmpty = isBlank(line.text) && line.number > 1;
    if (isEmpty) return change(target, { from: line.from, to: next.from });
    return join(target, line, next, start + heading.length, pos);
  }
  return false;
};

/** Joins the words from a position on to those of a line before. Blocks without words of their own are not taken apart. */
function join(
  target: Parameters<StateCommand>[0],
  before: Line | null,
  line: Line,
  from: number,
  cursor?: number,
): boolean {
  const { state } = target;
  if (before === null) return change(target, { from: 0, to: from });
  if (isWhole(state, line)) return true;
  if (isRule(state, before) && cursor === undefined)
    return change(target, { from: before.from, to: line.from });
  if (isWhole(state, before)) {
    const isEmpty = state.sliceDoc(from, line.to).trim() === "";
    if (cursor !== undefined) return true;
    const anchor = before.to;
    if (isEmpty) return change(target, { from: anchor, to: line.to });
    target.dispatch(state.update({ selection: { anchor }, scrollIntoView: true }));
    return true;
  }
  const isNext = before.number + 1 === line.number;
  const text = isNext ? before.text : "";
  const broken = text.endsWith("\\") ? 1 : text.length - text.trimEnd().length;
  return change(target, { from: before.to - broken, to: from });
}

/** Code, formulas, tables and rules. */
function isWhole(state: EditorState, line: Line): boolean {
  return literalAt(state, line.to) !== null || leafAt(state, line, "Table") || isRule(state, line);
}

const isRule = (state: EditorState, line: Line) => leafAt(state, line, "HorizontalRule");

function leafAt(state: EditorState, line: Line, name: string): boolean {
  let node: ReturnType<typeof literalAt> = treeTo(state, line.to).resolveInner(line.to, -1);
  while (node && node.name !== name) node = node.parent;
  return node !== null;
}

/** Whether a position is in the text of code, where a line is a line, or in a table. */
function isInside(state: EditorState, line: Line, pos: number): boolean {
  const block = literalAt(state, pos);
  if (block && line.from > block.from) return true;
  return leafAt(state, line, "Table") && pos > line.from;
}

/** An item as a paragraph: its mark goes, and empty lines set it apart. */
function withoutMark(state: EditorState, line: Line, item: Container): ChangeSpec[] {
  const outer = containersOf(state, line).slice(0, -1);
  const gap = `${prefixOf(outer).trimEnd()}\n`;
  const before = line.number > 1 ? state.doc.line(line.number - 1) : null;
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  const paragraph = item.node.firstChild?.nextSibling;
  const isLast = !paragraph || paragraph.to <= line.to;
  return [
    ...(before && !isBlank(before.text) ? [{ from: line.from, insert: gap }] : []),
    {
      from: line.from + continuedBy(outer, line.text, line.from).column,
      to: textStart(line, [...outer, item]),
    },
    ...(next && isLast && !isBlank(next.text) ? [{ from: line.to, insert: `\n${gap.trimEnd()}` }] : []),
  ];
}

/** A quotation as paragraphs: the marks of all its lines go. */
function withoutQuote(state: EditorState, { node }: Container, outer: readonly Container[]): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const first = state.doc.lineAt(node.from);
  const before = first.number > 1 ? state.doc.line(first.number - 1) : null;
  if (before && !isBlank(before.text))
    changes.push({ from: first.from, insert: `${prefixOf(outer).trimEnd()}\n` });
  for (let { number } = first; number <= state.doc.lines; number += 1) {
    const line = state.doc.line(number);
    if (line.from > node.to) break;
    const { column } = continuedBy(outer, line.text, line.from);
    const [mark = ""] = /^ {0,3}> ?/.exec(line.text.slice(column)) ?? [];
    if (mark !== "") changes.push({ from: line.from + column, to: line.from + column + mark.length });
  }
  return changes;
}

function change({ state, dispatch }: Parameters<StateCommand>[0], ...changes: ChangeSpec[]): true {
  const set = state.changes(changes);
  const anchor = set.mapPos(state.selection.main.head, 1);
  const annotations = Transaction.userEvent.of("delete.backward");
  dispatch(state.update({ changes: set, selection: { anchor }, scrollIntoView: true, annotations }));
  return true;
}

/** Home goes to the first word of a line, behind the marks of its blocks; from there, to their beginning. */
export const goToWords = (view: EditorView, extend: boolean): boolean => {
  const { state } = view;
  const { main } = state.selection;
  const line = state.doc.lineAt(main.head);
  const row = view.moveToLineBoundary(main, false).head;
  const start = textStart(line, containersOf(state, line));
  const [heading = ""] = /^ {0,3}#{1,6} +/.exec(line.text.slice(start - line.from)) ?? [];
  const words = start + heading.length;
  if (row > line.from || main.head <= words || words === line.from || literalAt(state, start)) return false;
  view.dispatch({
    selection: EditorSelection.range(extend ? main.anchor : words, words),
    scrollIntoView: true,
  });
  return true;
};
