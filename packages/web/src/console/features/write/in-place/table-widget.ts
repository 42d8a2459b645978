import { type EditorView, WidgetType } from "@codemirror/view";

type Render = typeof import("../../../../markdown/render-markdown.ts").renderMarkdown;

let render: Render | null = null;
let loading: Promise<Render> | null = null;

/** The renderer of the page, which is large: it is loaded with the first table. */
function loadRenderer(): Promise<Render> {
  loading ??= import("../../../../markdown/render-markdown.ts").then(({ renderMarkdown }) => {
    render = renderMarkdown;
    return renderMarkdown;
  });
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

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
    const show = (renderer: Render) => {
      element.innerHTML = renderer(this.source).html;
    };
    if (render) show(render);
    else {
      element.textContent = this.source;
      loadRenderer()
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
