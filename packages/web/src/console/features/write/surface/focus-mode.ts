import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const near = Decoration.line({ class: "cm-near" });

/** The lines of the paragraph with the cursor. */
function markParagraph({ state }: EditorView): DecorationSet {
  const { doc, selection } = state;
  const isBlank = (number: number) => number < 1 || number > doc.lines || doc.line(number).text.trim() === "";
  let first = doc.lineAt(selection.main.from).number;
  let last = doc.lineAt(selection.main.to).number;
  while (!isBlank(first - 1)) first -= 1;
  while (!isBlank(last + 1)) last += 1;
  const lines = Array.from({ length: last - first + 1 }, (_, index) =>
    near.range(doc.line(first + index).from),
  );
  return Decoration.set(lines);
}

const paragraph = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = markParagraph(view);
    }
    update({ docChanged, selectionSet, view }: ViewUpdate) {
      if (docChanged || selectionSet) this.decorations = markParagraph(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** The line that is written stays in the middle of the window. */
const typewriter = EditorState.transactionExtender.of((transaction) =>
  transaction.docChanged && transaction.isUserEvent("input")
    ? { effects: EditorView.scrollIntoView(transaction.newSelection.main, { y: "center" }) }
    : null,
);

const on: Extension = [paragraph, typewriter, EditorView.editorAttributes.of({ class: "is-focus" })];

/** The height of the row that covers the top of the window, with a line of air, in pixels. */
const headPx = 72;

/** A line to which the cursor moves is scrolled to below the row, and below the buttons of its table. Where the text begins below it, nothing is covered. */
const belowHead = EditorView.scrollMargins.of(({ scrollDOM }) => {
  const bar = scrollDOM.querySelector<HTMLElement>(".cm-table-bar")?.offsetHeight ?? 0;
  return { top: scrollDOM.getBoundingClientRect().top < headPx ? headPx + bar : 0 };
});

/** Focus mode: everything but the paragraph that is written is muted. */
export function focusMode() {
  const compartment = new Compartment();
  return {
    extension: [belowHead, compartment.of([])],
    set(view: EditorView, isOn: boolean): void {
      view.dispatch({ effects: compartment.reconfigure(isOn ? on : []) });
    },
  };
}
