import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Line } from "@codemirror/state";
import type { SyntaxNode } from "./formatting.ts";

/** A quotation or an item of a list, as its first line begins it. Columns count characters. */
export interface Container {
  readonly node: SyntaxNode;
  readonly isItem: boolean;
  /** The column of its mark. */
  readonly start: number;
  /** The column of its text. */
  readonly content: number;
}

const parseMs = 50;

/** The syntax tree of the text up to a position. */
export function treeTo(state: EditorState, pos: number) {
  return ensureSyntaxTree(state, pos, parseMs) ?? syntaxTree(state);
}

/** The quotations and items around a line, the outermost first. An empty line is in those that its spaces and marks continue. */
export function containersOf(state: EditorState, line: Line): Container[] {
  const inTree = containersAt(state, line.to);
  if (!isBlank(line.text)) return inTree;
  const before = lastFilledLine(state, line.number - 1);
  const continued = before ? continuedBy(containersAt(state, before.to), line.text).containers : [];
  const own = continuedBy(inTree, line.text, line.from).containers;
  return own.length >= continued.length ? own : continued;
}

/** Whether a line has nothing but spaces and marks of quotations. */
export const isBlank = (text: string) => !/[^\s>]/.test(text);

/** The last line at or above a number that is not blank. */
export function lastFilledLine(state: EditorState, number: number): Line | null {
  for (let at = number; at >= 1; at -= 1) {
    const line = state.doc.line(at);
    if (!isBlank(line.text)) return line;
  }
  return null;
}

function containersAt(state: EditorState, pos: number): Container[] {
  const found: Container[] = [];
  for (
    let node: SyntaxNode | null = treeTo(state, pos).resolveInner(pos, -1);
    node !== null;
    node = node.parent
  ) {
    if (node.name === "Blockquote" || node.name === "ListItem") found.unshift(toContainer(state, node));
  }
  return found;
}

/** The position of the mark of an item or a quotation; spaces before it may belong to the node. */
export function markOf(node: SyntaxNode): number {
  return (node.getChild("ListMark") ?? node).from;
}

function toContainer(state: EditorState, node: SyntaxNode): Container {
  const line = state.doc.lineAt(node.from);
  const start = markOf(node) - line.from;
  const isItem = node.name === "ListItem";
  const [, mark = "", space = ""] = (isItem ? itemMark : quoteMark).exec(line.text.slice(start)) ?? [];
  const isEmpty = line.text.length === start + mark.length + space.length;
  // More spaces than four begin a block of code inside the item.
  const width = isItem && (isEmpty || space.length > 4) ? 1 : space.length;
  return { node, isItem, start, content: start + mark.length + width };
}

const itemMark = /^([-+*]|\d{1,9}[.)])( *)/;
const quoteMark = /^(>)( ?)/;

/** How far a line continues containers: those, and the column behind their marks. Those that begin in the line are among them. */
export function continuedBy(
  containers: readonly Container[],
  text: string,
  lineFrom?: number,
): { containers: Container[]; column: number } {
  const marks = marksOf(containers, text, lineFrom);
  return { containers: marks.map(({ container }) => container), column: marks.at(-1)?.to ?? 0 };
}

/** The mark of a container in a line, or the spaces that stand for it; columns of the line. */
export interface LineMark {
  readonly container: Container;
  readonly from: number;
  readonly to: number;
  /** Whether the container begins in this line. */
  readonly isFirst: boolean;
}

/** The marks at the beginning of a line, up to the first container that the line does not continue. */
export function marksOf(containers: readonly Container[], text: string, lineFrom?: number): LineMark[] {
  const marks: LineMark[] = [];
  let from = 0;
  let outer = 0;
  for (const container of containers) {
    const { node, isItem, start, content } = container;
    const isFirst = lineFrom !== undefined && markOf(node) === lineFrom + start;
    const rest = text.slice(from);
    const mark = isItem ? spacesOf(rest, content - outer) : /^ {0,3}> ?/.exec(rest)?.[0];
    if (!isFirst && mark === undefined) break;
    const to = isFirst ? Math.min(text.length, content) : from + (mark?.length ?? 0);
    marks.push({ container, from, to, isFirst });
    from = to;
    outer = content;
  }
  return marks;
}

/** The spaces that continue an item; a tab goes as far. */
function spacesOf(text: string, width: number): string | undefined {
  const spaces = " ".repeat(Math.max(0, width));
  return text.startsWith(spaces) ? spaces : /^ {0,3}\t/.exec(text)?.[0];
}

/** The marks and spaces with which a line continues containers. */
export function prefixOf(containers: readonly Container[]): string {
  let outer = 0;
  let prefix = "";
  for (const { isItem, start, content } of containers) {
    const width = (isItem ? content : start) - outer;
    prefix += `${" ".repeat(Math.max(0, width))}${isItem ? "" : "> "}`;
    outer = content;
  }
  return prefix;
}

/** The item whose mark stands in a line, and whose text begins there; null for none. */
export function itemOf(containers: readonly Container[], line: Line): Container | null {
  const inner = containers.at(-1);
  return inner?.isItem && inner.node.from >= line.from ? inner : null;
}

/** The position at which the words of a line begin: behind the marks of its containers, and behind the box of a task. */
export function textStart(line: Line, containers: readonly Container[]): number {
  const { column } = continuedBy(containers, line.text, line.from);
  const [box = ""] = itemOf(containers, line)
    ? (/^\[[ xX]\](?: |$)/.exec(line.text.slice(column)) ?? [])
    : [];
  return Math.min(line.to, line.from + column + box.length);
}

/** The innermost node of a block at a position whose text has no Markdown in it: code and formulas. */
export function literalAt(state: EditorState, pos: number): SyntaxNode | null {
  for (const side of [-1, 1] as const) {
    let node: SyntaxNode | null = treeTo(state, pos).resolveInner(pos, side);
    while (node && !/^(?:FencedCode|CodeBlock|FormulaBlock)$/.test(node.name)) node = node.parent;
    if (node) return node;
  }
  return null;
}
