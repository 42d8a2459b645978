import { syntaxTree } from "@codemirror/language";
import type { EditorState, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { SyntaxNode } from "../commands/formatting.ts";
import { FormulaWidget, TaskWidget } from "./inline-widgets.ts";
import { readLinkAddress } from "./link-address.ts";
import { type PictureServices, PictureWidget, pictureOf } from "./picture-widget.ts";

/**
 * Shows Markdown as it will be read: large headings, monospaced code, pictures and formulas in place. The text is never
 * changed by it. What the cursor touches is shown as typed.
 */
export function liveView(services: PictureServices) {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = decorate(view, services);
      }
      update(update: ViewUpdate) {
        // An input method loses its place when the marks around it change.
        if (update.view.composing && update.docChanged) {
          this.decorations = this.decorations.map(update.changes);
          return;
        }
        const hasNewTree = syntaxTree(update.startState) !== syntaxTree(update.state);
        const { docChanged, viewportChanged, selectionSet, focusChanged } = update;
        const isComposed = update.transactions.length === 0 && !focusChanged && !viewportChanged;
        if (docChanged || viewportChanged || selectionSet || focusChanged || hasNewTree || isComposed) {
          this.decorations = decorate(update.view, services);
        }
      }
    },
    { decorations: ({ decorations }) => decorations },
  );
  const afterComposition = EditorView.domEventHandlers({
    compositionend(_, view) {
      setTimeout(() => view.dom.isConnected && view.dispatch({ selection: view.state.selection }));
    },
  });
  return [plugin, afterComposition, openLinks];
}

const openLinks = EditorView.domEventHandlers({
  mousedown(event) {
    const link = (event.target as HTMLElement).closest<HTMLElement>("[data-address]");
    if (!link || !(event.ctrlKey || event.metaKey)) return false;
    const address = readLinkAddress(link.dataset.address ?? "", location.href);
    if (address !== null) window.open(address, "_blank", "noopener,noreferrer");
    return true;
  },
});

/** The source of a decoration: the text, whether the selection touches a range, and a place to put the decoration. */
interface Drawing {
  readonly state: EditorState;
  readonly services: PictureServices;
  isTouched(node: { readonly from: number; readonly to: number }): boolean;
  /** Adds a class to each line of a range. */
  lines(node: { readonly from: number; readonly to: number }, name: string): void;
  mark(from: number, to: number, name: string, attributes?: Readonly<Record<string, string>>): void;
  hide(from: number, to: number): void;
  add(range: Range<Decoration>): void;
}

function decorate(view: EditorView, services: PictureServices): DecorationSet {
  const { state } = view;
  const found: Range<Decoration>[] = [];
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
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => draw[name]?.(node, drawing),
    });
  }
  return Decoration.set(found, true);
}

type Draw = (node: SyntaxNode, drawing: Drawing) => void;

const drawHeading =
  (level: number): Draw =>
  (node, { lines }) =>
    lines(node, `cm-h cm-h${level}`);

/** How each kind of node is shown, by its name in the syntax tree. */
const draw: Readonly<Record<string, Draw>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, drawHeading(level)])),
  SetextHeading1: drawHeading(1),
  SetextHeading2: drawHeading(2),
  HeaderMark({ from, to, parent }, { mark, state }) {
    const isFirst = parent?.name.startsWith("ATX") && from === state.doc.lineAt(from).from;
    if (isFirst && state.sliceDoc(to, to + 1) === " ") mark(from, to + 1, "cm-hash");
  },
  FencedCode: (node, drawing) => drawCode(node, drawing),
  CodeBlock: (node, drawing) => drawCode(node, drawing),
  InlineCode: ({ from, to }, { mark }) => mark(from, to, "cm-mono"),
  Blockquote: (node, { lines }) => lines(node, "cm-quote"),
  Table: (node, { lines }) => lines(node, "cm-table"),
  HorizontalRule(node, { lines, isTouched }) {
    lines(node, isTouched(node) ? "cm-rule-source" : "cm-rule");
  },
  ListMark({ from, to }, { state, mark, lines }) {
    const line = state.doc.lineAt(from);
    const indent = state.sliceDoc(line.from, from);
    if (indent.trim() !== "") return;
    const depth = Math.min(4, 1 + Math.floor(indent.replaceAll("\t", "  ").length / 2));
    lines({ from, to: from }, `cm-item cm-item${depth}`);
    mark(line.from, Math.min(to + 1, line.to), "cm-bullet");
  },
  TaskMarker(node, { state, isTouched, add }) {
    if (isTouched(node)) return;
    const isDone = state.sliceDoc(node.from, node.to) !== "[ ]";
    const text = state.sliceDoc(node.to, state.doc.lineAt(node.to).to).trim();
    add(Decoration.replace({ widget: new TaskWidget(isDone, text) }).range(node.from, node.to));
  },
  Link(node, { state, isTouched, mark, hide }) {
    const [open, close] = node.getChildren("LinkMark");
    const url = node.getChild("URL");
    if (!open || !close || !url || open.to === close.from) return;
    const address = state.sliceDoc(url.from, url.to);
    mark(open.to, close.from, "cm-link", { "data-address": address, title: address });
    if (isTouched(node)) return;
    hide(open.from, open.to);
    hide(close.from, node.to);
  },
  Image(node, { state, services, isTouched, hide, add }) {
    const picture = pictureOf(state, node);
    if (picture === null) return;
    if (!isTouched(node)) hide(node.from, node.to);
    const widget = new PictureWidget(picture, services);
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
  FootnoteReference({ from, to }, { state, mark }) {
    const isNote = state.doc.lineAt(from).from === from && state.sliceDoc(to, to + 1) === ":";
    mark(from, to, isNote ? "cm-note" : "cm-note-ref");
  },
};

function drawCode(node: SyntaxNode, { lines }: Drawing): void {
  lines(node, "cm-code");
  lines({ from: node.from, to: node.from }, "cm-code-first");
  lines({ from: node.to, to: node.to }, "cm-code-last");
}
