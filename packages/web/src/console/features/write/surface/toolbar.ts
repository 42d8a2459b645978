import type { EditorView } from "@codemirror/view";
import type { Drawing } from "../../../../drawings/drawing.ts";
import { type Action, type ActionName, formatKey } from "../commands/actions.ts";
import { editorIcons } from "../editor-icons.ts";

/** The texts of a toolbar. */
export interface ToolbarMessages {
  /** The name of the toolbar. */
  readonly label: string;
  readonly actions: Readonly<Record<string, string>>;
}

/** The sign of an action on its button: a letter, or a drawing. */
const signs: Readonly<Partial<Record<ActionName, string | Drawing>>> = {
  bold: "B",
  italic: "I",
  strike: "S",
  code: "<>",
  heading2: "H",
  footnote: "¹",
  link: editorIcons.link,
  quote: editorIcons.quote,
  bullets: editorIcons.bullets,
  file: editorIcons.picture,
  insert: editorIcons.insert,
  undo: editorIcons.undo,
};

/** A row of buttons for actions: one stop of the Tab key; the arrows move in it, Escape goes back to the text. */
export function createToolbar(
  view: EditorView,
  actions: readonly Action[],
  { label, actions: names }: ToolbarMessages,
): HTMLElement {
  const toolbar = document.createElement("div");
  toolbar.setAttribute("role", "toolbar");
  toolbar.setAttribute("aria-label", label);
  const buttons = actions.map(({ name, key, run }, index) => {
    const element = document.createElement("button");
    element.type = "button";
    element.append(drawSign(signs[name] ?? ""));
    element.dataset.action = name;
    element.tabIndex = index === 0 ? 0 : -1;
    const text = names[name] ?? name;
    element.setAttribute("aria-label", text);
    element.title = key ? `${text} (${formatKey(key)})` : text;
    // The selection stays while a button is pressed.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("click", () => {
      run(view);
      view.focus();
    });
    return element;
  });
  toolbar.append(...buttons);
  toolbar.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") view.focus();
    else if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return toolbar;
}

/** Puts the focus into a toolbar of the editor. @returns whether there is one */
export function focusToolbar(view: EditorView): boolean {
  const first = view.dom.querySelector<HTMLElement>("[role=toolbar] button");
  first?.focus();
  return first !== null;
}

function drawSign(sign: string | Drawing): string | SVGElement {
  if (typeof sign === "string") return sign;
  const create = (name: string, attributes: Readonly<Record<string, string>>) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const box = `0 0 ${sign.size} ${sign.size}`;
  const svg = create("svg", { class: "icon", viewBox: box, "aria-hidden": "true" });
  const paint = { fill: "none", stroke: "currentColor", "stroke-linecap": "round" };
  for (const { path, stroke } of sign.shapes)
    svg.append(create("path", { d: path, ...paint, "stroke-width": String(stroke) }));
  return svg;
}
