import { syntaxTree } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { hashOfContents } from "../../../../markdown/addresses.ts";
import { containersOf, textStart } from "../commands/containers.ts";
import { numberNotes } from "../commands/footnotes.ts";
import type { SyntaxNode } from "../commands/formatting.ts";
import { picturesBeside, readPicture } from "../commands/pictures.ts";
import { FormulaWidget, NoteWidget, readEntity, SignWidget, TaskWidget } from "./inline-widgets.ts";
import { layOutLine } from "./line-layout.ts";
import { addressOf, isAlone, openLinks } from "./links.ts";
import { type PictureServices, PictureWidget } from "./picture-widget.ts";
import { PlayerWidget, type ReadMediaType } from "./player-widget.ts";
import type { TableTexts } from "./table-bar.ts";
import { wholeBlocks } from "./whole-blocks.ts";

/** The functions that pictures and players in the text call. */
export interface LiveServices extends PictureServices {
  readonly texts: PictureServices["texts"] & { readonly tables: TableTexts };
  readonly readMediaType: ReadMediaType;
}

/**
 * Shows Markdown as it will be read: large headings, lists, quotations, tables, monospaced code, pictures and formulas in place, and
 * no marks. The text is never changed by it. What the cursor touches is shown as typed.
 */
export function liveView(services: LiveServices) {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet = Decoration.none;
      /** The gaps and marks that the cursor passes over in one step. */
      skipped: DecorationSet = Decoration.none;
      constructor(view: EditorView) {
        this.draw(view);
      }
      draw(view: EditorView) {
        const { decorations, skipped } = decorate(view, services);
        this.decorations = decorations;
        this.skipped = skipped;
      }
      update(update: ViewUpdate) {
        // An input method loses its place when the marks around it change.
        if (update.view.composing && update.docChanged) {
          this.decorations = this.decorations.map(update.changes);
          this.skipped = this.skipped.map(update.changes);
          return;
        }
        const hasNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
        const { docChanged, viewportChanged, selectionSet, focusChanged } = update;
        const isComposed = update.transactions.length === 0 && !focusChanged && !viewportChanged;
        if (docChanged || viewportChanged || selectionSet || focusChanged || hasNewTree || isComposed) {
          this.draw(update.view);
        }
      }
    },
    {
      decorations: ({ decorations }) => decorations,
      provide: (own) => EditorView.atomicRanges.of((view) => view.plugin(own)?.skipped ?? Decoration.none),
    },
  );
  const afterComposition = EditorView.domEventHandlers({
    compositionend(_, view) {
      setTimeout(() => view.dom.isConnected && view.dispatch({ selection: view.state.selection }));
    },
  });
  return [wholeBlocks(services.texts.tables), plugin, afterComposition, openLinks];
}

/** The source of a decoration: the text, whether the selection touches a range, and a place to put the decoration. */
interface Drawing {
  readonly state: EditorState;
  readonly services: LiveServices;
  isTouched(node: { readonly from: number; readonly to: number }): boolean;
  /** Adds a class to each line of a range. */
  lines(node: { readonly from: number; readonly to: number }, name: string): void;
  mark(from: number, to: number, name: string, attributes?: Readonly<Record<string, string>>): void;
  hide(from: number, to: number): void;
  add(range: Range<Decoration>): void;
}

function decorate(
  view: EditorView,
  services: LiveServices,
): { decorations: DecorationSet; skipped: DecorationSet } {
  const { state } = view;
  const found: Range<Decoration>[] = [];
  const skips: Range<Decoration>[] = [];
  const hasFocus = view.dom.contains(document.activeElement);
  const drawing: Drawing = {
    state,
    services,
    isTouched: ({ from, to }) =>
      hasFocus && state.selection.ranges.some((range) => range.from <= to && range.to >= from),
    lines({ from, to }, name) {
      for (let pos = from; pos <= to; ) {
        const line = state.doc.lineAt(pos);
        found.push(Decoration.line({ class: name }).range(line.from));
        pos = line.to + 1;
      }
    },
    mark(from, to, name, attributes = {}) {
      if (from < to) found.push(Decoration.mark({ class: name, attributes }).range(from, to));
    },
    hide(from, to) {
      if (from < to) found.push(Decoration.replace({}).range(from, to));
    },
    add: (range) => found.push(range),
  };
  for (const { from, to } of view.visibleRanges) {
    for (let pos = from; pos <= to; ) {
      const line = state.doc.lineAt(pos);
      const { decorations, skipped } = layOutLine(state, line);
      found.push(...decorations);
      if (skipped) skips.push(skip.range(skipped.from, skipped.to));
      pos = line.to + 1;
    }
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => draw[name]?.(node, drawing),
    });
  }
  return { decorations: Decoration.set(found, true), skipped: Decoration.set(skips, true) };
}

const skip = Decoration.mark({});

type Draw = (node: SyntaxNode, drawing: Drawing) => void;

const drawHeading =
  (level: number): Draw =>
  (node, { lines }) =>
    lines(node, `cm-h cm-h${level}`);

/** A mark around words, which is shown while the cursor is at them. */
function hideAway({ from, to, parent }: SyntaxNode, { isTouched, hide }: Drawing): void {
  if (parent && !isTouched(parent)) hide(from, to);
}

/** How each kind of node is shown, by its name in the syntax tree. */
const draw: Readonly<Record<string, Draw>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, drawHeading(level)])),
  SetextHeading1: drawHeading(1),
  SetextHeading2: drawHeading(2),
  HeaderMark({ from, to, parent }, { mark, hide, lines, state, isTouched }) {
    const line = state.doc.lineAt(from);
    if (parent?.name.startsWith("Setext")) {
      if (!isTouched(parent)) {
        hide(from, to);
        lines({ from, to }, "cm-folded");
      }
      return;
    }
    const isFirst = from === parent?.from;
    const isNear = isTouched({ from: line.from, to: line.to });
    const spaces = isFirst
      ? (/^ */.exec(state.sliceDoc(to, line.to))?.[0].length ?? 0)
      : line.from + state.sliceDoc(line.from, from).trimEnd().length - from;
    const [start, end] = [from + Math.min(0, spaces), to + Math.max(0, spaces)];
    if (!isNear) hide(start, end);
    else if (isFirst) mark(start, Math.min(end, to + 1), "cm-hash");
  },
  EmphasisMark: hideAway,
  StrikethroughMark: hideAway,
  CodeMark(node, drawing) {
    if (node.parent?.name === "InlineCode") hideAway(node, drawing);
  },
  Escape({ from, to }, { hide, isTouched }) {
    if (!isTouched({ from, to })) hide(from, from + 1);
  },
  HardBreak(node, { state, hide, mark, isTouched }) {
    const end = Math.min(node.to, state.doc.lineAt(node.from).to);
    if (isTouched({ from: node.from, to: end })) mark(node.from, end, "cm-hash");
    else hide(node.from, end);
  },
  LinkReference: (node, { lines }) => lines(node, "cm-definition"),
  Entity({ from, to }, { state, isTouched, add }) {
    const sign = readEntity(state.sliceDoc(from, to));
    if (sign !== null && !isTouched({ from, to }))
      add(Decoration.replace({ widget: new SignWidget(sign) }).range(from, to));
  },
  URL({ from, to, parent }, { mark, state }) {
    if (parent && /^(?:Link|Image|Autolink|LinkReference)$/.test(parent.name)) return;
    mark(from, to, "cm-link", { "data-address": state.sliceDoc(from, to) });
  },
  Autolink(node, { hide, isTouched, mark }) {
    const [open, close] = node.getChildren("LinkMark");
    if (!open || !close) return;
    mark(open.to, close.from, "cm-link");
    if (isTouched(node)) return;
    hide(open.from, open.to);
    hide(close.from, close.to);
  },
  FencedCode: (node, drawing) => drawCode(node, drawing),
  CodeBlock(node, drawing) {
    drawCode(node, drawing);
    const { state, hide } = drawing;
    for (
      let line = state.doc.lineAt(node.from);
      line.from < node.to;
      line = state.doc.line(line.number + 1)
    ) {
      const start = textStart(line, containersOf(state, line));
      const from = Math.max(start, line.from);
      if (line.text.slice(from - line.from).startsWith("    ")) hide(from, from + 4);
      if (line.number === state.doc.lines) break;
    }
  },
  InlineCode: ({ from, to }, { mark }) => mark(from, to, "cm-mono"),
  Table(node, { lines, isTouched }) {
    if (isTouched(node)) lines(node, "cm-table");
  },
  HorizontalRule(node, { lines, isTouched }) {
    lines(node, isTouched(node) ? "cm-rule-source" : "cm-rule");
  },
  TaskMarker(node, { state, isTouched, add }) {
    if (isTouched(node)) return;
    const isDone = state.sliceDoc(node.from, node.to) !== "[ ]";
    const text = state.sliceDoc(node.to, state.doc.lineAt(node.to).to).trim();
    add(Decoration.replace({ widget: new TaskWidget(isDone, text) }).range(node.from, node.to));
  },
  Link(node, { state, services, isTouched, mark, hide, add }) {
    const [open, close] = node.getChildren("LinkMark");
    const url = node.getChild("URL");
    const address = addressOf(state, node);
    if (!open || !close || address === null) return;
    if (open.to === close.from) {
      // The page shows the address of a picture that is elsewhere and has no description.
      if (node.name !== "Image" || !url) return;
      mark(url.from, url.to, "cm-link", { "data-address": address });
      if (isTouched(node)) return;
      hide(node.from, url.from);
      hide(url.to, node.to);
      return;
    }
    const contentHash = isAlone(node) ? hashOfContents(address) : null;
    if (contentHash !== null) {
      const widget = new PlayerWidget(
        contentHash,
        state.sliceDoc(open.to, close.from),
        services.readMediaType,
      );
      add(Decoration.widget({ widget, side: -1 }).range(node.from));
    }
    mark(open.to, close.from, "cm-link", { "data-address": address, title: address });
    if (isTouched(node)) return;
    hide(open.from, open.to);
    hide(close.from, node.to);
  },
  Image(node, drawing) {
    const { state, services, isTouched, hide, mark, add, lines } = drawing;
    const picture = readPicture(state, node);
    if (picture === null) {
      draw.Link?.(node, drawing);
      return;
    }
    const beside = picturesBeside(state, node);
    const all = beside.map((one) => readPicture(state, one)?.width);
    const width = (["full", "wide"] as const).find((one) => all.includes(one)) ?? "normal";
    if (isTouched(node)) mark(node.from, node.to, "cm-picture-source");
    else hide(node.from, node.to);
    if (beside.length > 1 && node.from === beside[0]?.from)
      lines({ from: node.from, to: node.from }, `cm-gallery is-${width}`);
    const place = beside.findIndex(({ from }) => from === node.from);
    const widget = new PictureWidget({ ...picture, width, count: beside.length, place }, services);
    add(Decoration.widget({ widget, side: 1 }).range(node.to));
  },
  Formula(node, { state, isTouched, mark, add }) {
    const width = state.sliceDoc(node.from, node.from + 2) === "$$" ? 2 : 1;
    const source = state.sliceDoc(node.from + width, node.to - width);
    if (isTouched(node)) mark(node.from, node.to, "cm-mono");
    else
      add(Decoration.replace({ widget: new FormulaWidget(source, width === 2) }).range(node.from, node.to));
  },
  FormulaBlock(node, { state, isTouched, lines, hide, add }) {
    const [open, close] = node.getChildren("FormulaMark");
    lines(node, "cm-code");
    if (!open || !close) return;
    const source = state.sliceDoc(open.to, close.from).replace(/^[\s>]+/gm, "");
    const last = state.doc.lineAt(node.to);
    add(Decoration.widget({ widget: new FormulaWidget(source, true), side: 1 }).range(last.to));
    if (isTouched(node)) return;
    for (let line = state.doc.lineAt(node.from); ; line = state.doc.line(line.number + 1)) {
      hide(line.from, line.to);
      lines({ from: line.from, to: line.from }, line.to < last.to ? "cm-folded" : "cm-figure");
      if (line.to >= last.to) break;
    }
  },
  FootnoteReference(node, { state, isTouched, add, mark }) {
    const { from, to } = node;
    if (isTouched(node)) mark(from, to, "cm-note-ref");
    else {
      const number = numberNotes(state).get(state.sliceDoc(from + 2, to - 1));
      if (number !== undefined)
        add(Decoration.replace({ widget: new NoteWidget(String(number)) }).range(from, to));
    }
  },
  FootnoteMark(node, { state, isTouched, add, mark }) {
    const { from, to } = node;
    const number = numberNotes(state).get(state.sliceDoc(from + 2, to - 2));
    if (isTouched(node) || number === undefined) mark(from, to, "cm-note");
    else add(Decoration.replace({ widget: new NoteWidget(`${number}.`) }).range(from, to));
  },
  Strikethrough: ({ from, to }, { mark }) => mark(from, to, "cm-strike"),
};

/** A block of code. Its fences are shown while the cursor is in it, and take the same room otherwise. */
function drawCode(node: SyntaxNode, { state, lines, hide, isTouched }: Drawing): void {
  lines(node, "cm-code");
  lines({ from: node.from, to: node.from }, "cm-code-first");
  lines({ from: node.to, to: node.to }, "cm-code-last");
  const [open, close] = node.getChildren("CodeMark");
  if (!open || isTouched(node)) return;
  const first = state.doc.lineAt(open.from);
  if (first.to >= node.to) return;
  hide(open.from, first.to);
  lines({ from: open.from, to: open.from }, "cm-fence");
  if (!close) return;
  hide(close.from, close.to);
  lines({ from: close.from, to: close.from }, "cm-fence");
}
