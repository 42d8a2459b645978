import { type EditorView, WidgetType } from "@codemirror/view";
import { positionOfCell } from "../commands/table-text.ts";
import { loadOnce } from "./load-once.ts";

/** The renderer of the page, which is large. */
const renderer = loadOnce(
  async () => (await import("../../../../markdown/render-markdown.ts")).renderMarkdown,
);

/** A table as the page shows it. */
export class TableWidget extends WidgetType {
  readonly source: string;
  /** In how many lists and quotations it stands. */
  readonly depth: number;

  constructor(source: string, depth: number) {
    super();
    this.source = source;
    this.depth = depth;
  }

  override eq(other: TableWidget): boolean {
    return other.source === this.source && other.depth === this.depth;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("div");
    element.className = "cm-drawn-table prose";
    element.style.setProperty("--in", `${this.depth * 1.5}rem`);
    element.addEventListener("mousedown", (event) => goToTouchedCell(view, element, event));
    const show = (render: NonNullable<ReturnType<typeof renderer.current>>) => {
      element.innerHTML = render(this.source).html;
    };
    const loaded = renderer.current();
    if (loaded) show(loaded);
    else {
      element.textContent = this.source;
      renderer
        .load()
        .then(show)
        .then(() => view.requestMeasure())
        .catch(() => {});
    }
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** Goes to the words of the cell that was pressed. */
function goToTouchedCell(view: EditorView, element: HTMLElement, event: MouseEvent): void {
  const cell = (event.target as Element).closest<HTMLTableCellElement>("th, td");
  const row = cell?.closest("tr");
  if (!cell || !row || event.button !== 0 || event.shiftKey) return;
  const place = { row: row.rowIndex, column: cell.cellIndex };
  const anchor = positionOfCell(view.state, view.posAtDOM(element), place);
  if (anchor === null) return;
  event.preventDefault();
  event.stopPropagation();
  view.dispatch({ selection: { anchor }, userEvent: "select.pointer" });
  view.focus();
}
