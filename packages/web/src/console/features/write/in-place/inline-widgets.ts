import { type EditorView, WidgetType } from "@codemirror/view";
import { loadOnce } from "./load-once.ts";

type Render = (source: string, display: boolean) => string;

/** The renderer of formulas, which is large. */
const renderer = loadOnce(
  async (): Promise<Render> => (await import("./render-formula.ts")).renderSafeFormula,
);

/** A formula as it will be read; one with an error is its source, with the error as its title. */
export class FormulaWidget extends WidgetType {
  readonly source: string;
  readonly display: boolean;

  constructor(source: string, display: boolean) {
    super();
    this.source = source;
    this.display = display;
  }

  override eq(other: FormulaWidget): boolean {
    return other.source === this.source && other.display === this.display;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("span");
    element.className = this.display ? "cm-formula cm-display" : "cm-formula";
    const show = (render: Render) => {
      try {
        element.innerHTML = render(this.source.trim(), this.display);
      } catch (error) {
        element.textContent = this.source.trim() || "…";
        element.title = view.state.phrase("This formula is not valid: $", (error as Error).message);
        element.classList.add("cm-wrong");
      }
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

/** The box of a task, which a click checks in the text. */
export class TaskWidget extends WidgetType {
  readonly isDone: boolean;
  readonly text: string;

  constructor(isDone: boolean, text: string) {
    super();
    this.isDone = isDone;
    this.text = text;
  }

  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone && other.text === this.text;
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = this.isDone;
    box.className = "cm-task";
    box.setAttribute("aria-label", this.text || "…");
    box.addEventListener("change", () => {
      const from = view.posAtDOM(box);
      const change = { from, to: from + 3, insert: box.checked ? "[x]" : "[ ]" };
      if (/^\[[ xX]\]$/.test(view.state.sliceDoc(from, from + 3)))
        view.dispatch({ changes: change, userEvent: "input" });
    });
    return box;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** The number of a footnote, as the page counts them. */
export class NoteWidget extends WidgetType {
  readonly number: string;

  constructor(number: string) {
    super();
    this.number = number;
  }

  override eq(other: NoteWidget): boolean {
    return other.number === this.number;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = this.number.endsWith(".") ? "cm-note" : "cm-note-ref";
    element.textContent = this.number;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The sign that a character reference of HTML stands for; null for a name that stands for none. */
export function readEntity(source: string): string | null {
  const area = document.createElement("template");
  area.innerHTML = source;
  const sign = area.content.textContent;
  return sign === source ? null : sign;
}

/** A sign that is written as a character reference. */
export class SignWidget extends WidgetType {
  readonly sign: string;

  constructor(sign: string) {
    super();
    this.sign = sign;
  }

  override eq(other: SignWidget): boolean {
    return other.sign === this.sign;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.textContent = this.sign;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
