import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Line,
  type StateCommand,
} from "@codemirror/state";
import {
  type Container,
  containersOf,
  isBlank,
  itemOf,
  lastFilledLine,
  literalAt,
  prefixOf,
  textStart,
  treeTo,
} from "./containers.ts";
import type { SyntaxNode } from "./formatting.ts";
import { isFirstParagraph, isLoose, nextItem, withNumbers } from "./lists.ts";
import { nextRow } from "./tables.ts";

/** The change that a key makes: text in place of a range, and where the cursor stands then, from the beginning of the range. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly cursor?: number;
}

/** A position in the text, and the line and the containers around it. */
interface Place {
  readonly state: EditorState;
  readonly pos: number;
  readonly line: Line;
  readonly containers: readonly Container[];
  /** The position at which the words of the line begin. */
  readonly start: number;
}

/**
 * Enter makes a paragraph, or the next item of a list. In an empty item, and in an empty paragraph of a quotation or an item, it
 * leaves that; an empty heading becomes a paragraph. In code and formulas it makes a line.
 */
export const newParagraph: StateCommand = ({ state, dispatch }) => {
  const place = placeAt(state);
  const edit =
    editLiteral(place) ?? editTableHead(place) ?? leave(place) ?? editHeading(place) ?? split(place);
  return edit === null || apply(state, dispatch, edit);
};

/** Shift+Enter makes a line in the same paragraph; where there can be none, it does what Enter does. */
export const newLine: StateCommand = (target) => {
  const { state, dispatch } = target;
  if (nextRow(target)) return true;
  const place = placeAt(state);
  const { line, pos, start, containers } = place;
  const isBroken = /^ {0,3}#{1,6}(?: |$)/.test(line.text.slice(start - line.from));
  if (literalAt(state, pos) || isBroken || pos <= start || isBlank(line.text)) return newParagraph(target);
  const { from, to, spaces } = cut(place, false);
  return apply(state, dispatch, { from, to, insert: `${spaces}\\\n${prefixOf(containers)}` });
};

function placeAt(state: EditorState, pos = state.selection.main.from): Place {
  const line = state.doc.lineAt(pos);
  const containers = containersOf(state, line);
  return { state, pos, line, containers, start: textStart(line, containers) };
}

function apply(state: EditorState, dispatch: Parameters<StateCommand>[0]["dispatch"], edit: Edit): true {
  const { from, insert, cursor = insert.length } = edit;
  const changes: ChangeSpec = { from, to: Math.max(edit.to, state.selection.main.to), insert };
  const spec = { changes, selection: EditorSelection.cursor(from + cursor) };
  dispatch(state.update(withNumbers(state, spec), { scrollIntoView: true, userEvent: "input" }));
  return true;
}

/** A line of code or of a formula: it keeps the spaces of the line before. A block that has no end yet gets one. */
function editLiteral({ state, pos, line, containers, start }: Place): Edit | null {
  const block = literalAt(state, pos);
  if (!block) return null;
  const marks = block.getChildren(block.name === "FormulaBlock" ? "FormulaMark" : "CodeMark");
  const [open, close] = marks;
  const prefix = prefixOf(containers);
  if (block.name === "CodeBlock") {
    if (isBlank(line.text)) return null;
    const [indent = ""] = /^\s*/.exec(line.text.slice(prefix.length)) ?? [];
    return { from: pos, to: pos, insert: `\n${prefix}${indent}` };
  }
  if (!open || pos < open.to || (close && pos >= close.to)) return null;
  if (!close && line.number === state.doc.lineAt(open.from).number) {
    const insert = `\n${prefix}`;
    return {
      from: pos,
      to: pos,
      insert: `${insert}\n${prefix}${state.sliceDoc(open.from, open.to)}`,
      cursor: insert.length,
    };
  }
  const [indent = ""] = /^\s*/.exec(line.text.slice(start - line.from)) ?? [];
  return { from: pos, to: pos, insert: `\n${prefix}${pos > start ? indent : ""}` };
}

/** A line of cells between pipes becomes the head of a table. */
function editTableHead({ state, pos, line, containers, start }: Place): Edit | null {
  const row = line.text.slice(start - line.from);
  const isRow = pos === line.to && /^\|(?:[^|\\]|\\.)+\|(?:(?:[^|\\]|\\.)+\|)*\s*$/.test(row);
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  if (!isRow || literalAt(state, pos) || (next && !isBlank(next.text))) return null;
  const before = line.number > 1 ? state.doc.line(line.number - 1) : null;
  if (before && !isBlank(before.text) && itemOf(containers, line) === null) return null;
  const columns = row.replace(/\\./g, "").split("|").length - 2;
  const prefix = prefixOf(containers);
  const head = `\n${prefix}${"| --- ".repeat(columns)}|\n${prefix}| `;
  const cells = `    |${"     |".repeat(columns - 1)}`;
  return { from: pos, to: pos, insert: head + cells, cursor: head.length };
}

/** Leaves the innermost container of an empty line; null for another line. */
function leave({ state, pos, line, containers, start }: Place): Edit | null {
  // The mark of a first item without words below a line is the underline of a heading.
  if (containers.at(-1)?.isItem && /^\s*- *$/.test(line.text.slice(start - line.from)) && pos === line.to)
    return { from: line.from, to: line.to, insert: nextItem(state, containers) };
  if (line.text.slice(start - line.from).trim() !== "" || pos < start) return null;
  const item = itemOf(containers, line);
  const outer = containers.slice(0, -1);
  if (item) {
    const above = outer.at(-1);
    if (above?.isItem && above.node.from < line.from)
      return { from: line.from, to: line.to, insert: nextItem(state, outer) };
    return leaveFor(state, line, outer);
  }
  const inner = containers.at(-1);
  if (!isBlank(line.text)) return null;
  if (inner === undefined) {
    const isApart = line.number === 1 || isBlank(state.doc.line(line.number - 1).text);
    return isApart ? { from: pos, to: pos, insert: "" } : { from: pos, to: pos, insert: "\n" };
  }
  if (inner.isItem) {
    const before = lastFilledLine(state, line.number - 1) ?? line;
    const insert = `\n${isLoose(state, inner) ? `${prefixOf(outer).trimEnd()}\n` : ""}${nextItem(state, containers)}`;
    return { from: before.to, to: line.to, insert };
  }
  return leaveFor(state, line, outer);
}

/** An empty paragraph in the outer containers, apart from the lines around it. */
function leaveFor(state: EditorState, line: Line, outer: readonly Container[]): Edit {
  const prefix = prefixOf(outer);
  const before = lastFilledLine(state, line.number - 1);
  const next = line.number < state.doc.lines ? state.doc.line(line.number + 1) : null;
  const isFirst = before === null || (line.number > 1 && isOpening(outer, line));
  const head = isFirst ? "" : `\n${prefix.trimEnd()}\n`;
  const tail = next && !isBlank(next.text) ? `\n${prefix.trimEnd()}` : "";
  const from = isFirst ? line.from + openingLength(outer, line) : before.to;
  const insert = isFirst ? "" : head + prefix;
  return { from, to: line.to, insert: insert + tail, cursor: insert.length };
}

/** Whether the containers begin in the line itself. */
const isOpening = (containers: readonly Container[], line: Line) =>
  (containers.at(-1)?.node.from ?? -1) >= line.from;

const openingLength = (containers: readonly Container[], line: Line) =>
  isOpening(containers, line) ? (containers.at(-1)?.content ?? 0) : prefixOf(containers).length;

/** An empty heading is none any more, and Enter before the first word of a heading leaves its marks at the words. */
function editHeading(place: Place): Edit | null {
  const { pos, line, start } = place;
  const [marks = ""] = /^ {0,3}#{1,6}(?: +|$)/.exec(line.text.slice(start - line.from)) ?? [];
  const words = start + marks.length;
  if (marks === "" || pos < start || pos > words) return null;
  if (words === line.to) return { from: start, to: words, insert: "" };
  const insert = breakText(place);
  return pos === words ? { from: start, to: words, insert: insert + marks } : null;
}

/** A paragraph, or an item of the list whose item begins in this paragraph. */
function split(place: Place): Edit {
  const { from, to, spaces } = cut(place, true);
  return { from, to, insert: spaces + breakText(place) };
}

function breakText({ state, line, containers }: Place): string {
  const inner = containers.at(-1);
  if (inner?.isItem && isFirstParagraph(inner, line)) {
    const gap = isLoose(state, inner) ? `${prefixOf(containers.slice(0, -1)).trimEnd()}\n` : "";
    return `\n${gap}${nextItem(state, containers)}`;
  }
  const prefix = prefixOf(containers);
  return `\n${prefix.trimEnd()}\n${prefix}`;
}

/**
 * The place of a break: the selection, the spaces behind it, and the end of a line after which the same paragraph goes on. The spaces
 * would be lost at the beginning of a line, so they stay before the break: Backspace gives the text back.
 */
function cut(
  { state, pos, line }: Place,
  withLineEnd: boolean,
): { from: number; to: number; spaces: string } {
  const selected = state.selection.main.to;
  const last = state.doc.lineAt(selected);
  const [spaces = ""] = /^\s*/.exec(state.sliceDoc(selected, last.to)) ?? [];
  const to = selected + spaces.length;
  if (!withLineEnd || to < last.to || pos === line.from || last.number === state.doc.lines)
    return { from: pos, to, spaces };
  const next = state.doc.line(last.number + 1);
  const containers = containersOf(state, next);
  const isSame =
    literalAt(state, next.from) === null && isSameParagraph(state, pos, textStart(next, containers));
  return { from: pos, to: isSame ? textStart(next, containers) : to, spaces };
}

function isSameParagraph(state: EditorState, from: number, to: number): boolean {
  let node: SyntaxNode | null = treeTo(state, to).resolveInner(from, -1);
  while (node && node.name !== "Paragraph" && node.name !== "Task") node = node.parent;
  return node !== null && node.to > to;
}
