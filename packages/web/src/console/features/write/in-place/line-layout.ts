import type { EditorState, Line, Range } from "@codemirror/state";
import { Decoration, WidgetType } from "@codemirror/view";
import {
  containersOf,
  isBlank,
  type LineMark,
  literalAt,
  markOf,
  marksOf,
  textStart,
} from "../commands/containers.ts";
import { readMark, siblingsOf } from "../commands/lists.ts";

/** The widths of the marks, in rem, as the styles have them. */
const itemWidth = 1.5;
const quoteWidth = 1.25;

/** The point of a list without numbers; in lists inside of it another one, as on the page. None before a task. */
class PointWidget extends WidgetType {
  readonly sign: string;

  readonly look: string;

  constructor(sign: string, look = "cm-point") {
    super();
    this.sign = sign;
    this.look = look;
  }

  override eq(other: PointWidget): boolean {
    return other.sign === this.sign && other.look === this.look;
  }

  override toDOM(): HTMLElement {
    const point = document.createElement("span");
    point.className = this.look;
    point.textContent = this.sign;
    return point;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

const points = ["•", "◦", "▪"].map((sign) => Decoration.replace({ widget: new PointWidget(sign) }));
const noPoint = Decoration.replace({ widget: new PointWidget("") });
const hidden = Decoration.replace({});

/** A line as it is laid out: its decorations, and what the cursor passes over in one step. */
export interface LaidOutLine {
  readonly decorations: readonly Range<Decoration>[];
  readonly skipped: { readonly from: number; readonly to: number } | null;
}

/**
 * Lays out a line in its lists and quotations: indented, with a point or a number, and a bar for each quotation. An empty line between
 * two blocks is the gap between them, and more of them have no height while the cursor is elsewhere.
 */
export function layOutLine(state: EditorState, line: Line): LaidOutLine {
  const containers = containersOf(state, line);
  const marks = marksOf(containers, line.text, line.from);
  const decorations: Range<Decoration>[] = [];
  const isTouched = state.selection.ranges.some(({ from, to }) => from <= line.to && to >= line.from);
  if (containers.length > 0) decorations.push(indent(line, marks, containers).range(line.from));
  const shown = marks.map(({ container }) => container);
  let depth = 0;
  for (const mark of marks) {
    decorations.push(...drawMark(state, line, mark, { isTouched, depth }));
    if (mark.container.isItem) depth += 1;
  }
  const gap = isGap(state, line);
  if (gap) {
    const above = line.number === 1 || isGap(state, state.doc.line(line.number - 1));
    const name = above ? (isTouched ? null : "cm-void") : "cm-gap";
    if (name && state.doc.length > 0) decorations.push(Decoration.line({ class: name }).range(line.from));
  }
  return { decorations, skipped: skipTo(state, line, textStart(line, shown)) };
}

/** Whether a line is empty, and no line of code. */
function isGap(state: EditorState, line: Line): boolean {
  if (!isBlank(line.text)) return false;
  const block = literalAt(state, line.from);
  return block === null || block.to <= line.from || block.from > line.to;
}

/** The way from the words before, over the first and the last empty line between, and over the marks, to the words of a line. */
function skipTo(state: EditorState, line: Line, start: number): LaidOutLine["skipped"] {
  const isEmpty = isGap(state, line);
  const above = (number: number) => (number >= 1 ? state.doc.line(number) : null);
  const [one, two, three] = [1, 2, 3].map((count) => above(line.number - count));
  if (!one) return null;
  if (!isGap(state, one)) return !isEmpty && start > line.from ? { from: one.to, to: start } : null;
  if (!two) return null;
  const isSecond = !isGap(state, two);
  if (isEmpty) return isSecond ? { from: two.to, to: line.from } : null;
  const isThird = !isSecond && (!three || !isGap(state, three));
  return { from: isThird ? one.to : two.to, to: start };
}

/** The space before a line, the part of it that its marks take, and the bars of quotations. */
function indent(
  line: Line,
  marks: readonly LineMark[],
  containers: readonly LineMark["container"][],
): Decoration {
  let width = 0;
  const bars: number[] = [];
  for (const { isItem } of containers) {
    if (!isItem) bars.push(width);
    width += isItem ? itemWidth : quoteWidth;
  }
  const hanging = marks.reduce((sum, { container: { isItem }, isFirst }) => {
    if (isItem) return sum + (isFirst ? itemWidth : 0);
    return sum + quoteWidth;
  }, 0);
  const drawn = bars.map((at) => `linear-gradient(var(--accent) 0 0) ${at}rem 0 / 1px 100% no-repeat`);
  const styles = [`--in: ${width}rem`, `--hanging: ${hanging}rem`, `--bars: ${drawn.join(", ") || "none"}`];
  const kinds = containers.map(({ isItem, node, start }) => {
    if (!isItem) return "q";
    const name = node.parent?.name === "OrderedList" ? "o" : "u";
    return markOf(node) === line.from + start ? name.toUpperCase() : name;
  });
  return Decoration.line({
    class: bars.length > 0 ? "cm-in cm-quote" : "cm-in",
    attributes: { style: styles.join("; "), "data-in": kinds.join("") },
  });
}

/** The number that the page gives an item: it counts from that of the first one. Null where the text has the same. */
function shownNumber(state: EditorState, item: LineMark["container"]["node"]): number | null {
  const all = siblingsOf(item);
  const own = readMark(state, item).number;
  const number =
    (readMark(state, all[0] ?? item).number ?? 1) + all.findIndex(({ from }) => from === item.from);
  return number === own ? null : number;
}

/** The mark of an item or a quotation, as wide as its part of the indentation; the spaces of later lines are not shown. */
function drawMark(
  state: EditorState,
  line: Line,
  { container, from, to, isFirst }: LineMark,
  { isTouched, depth }: { isTouched: boolean; depth: number },
): Range<Decoration>[] {
  const [start, end] = [line.from + from, line.from + to];
  if (start === end) return [];
  if (!container.isItem) {
    const name = isTouched ? "cm-quote-mark is-near" : "cm-quote-mark";
    return [Decoration.mark({ class: name }).range(start, end)];
  }
  if (!isFirst) return [hidden.range(start, end)];
  const at = line.from + container.start;
  const mark = Decoration.mark({ class: "cm-bullet" }).range(at, end);
  const spaces = start < at ? [hidden.range(start, at)] : [];
  const isNumbered = container.node.parent?.name === "OrderedList";
  const isIn = state.selection.ranges.some(
    (range) => range.from < end && range.to >= at && range.from >= line.from,
  );
  const number = isNumbered && !isIn ? shownNumber(state, container.node) : null;
  if (number !== null) {
    const widget = new PointWidget(`${number}${state.sliceDoc(at, end).replace(/^\d+/, "")}`, "cm-bullet");
    return [...spaces, Decoration.replace({ widget }).range(at, end)];
  }
  if (isNumbered || isIn) return [...spaces, mark];
  const isTask = /^\[[ xX]\](?: |$)/.test(line.text.slice(to));
  const point = points[Math.min(depth, points.length - 1)] ?? noPoint;
  return [...spaces, (isTask ? noPoint : point).range(at, end)];
}
