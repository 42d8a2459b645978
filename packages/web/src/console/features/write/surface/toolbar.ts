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
  const buttons = actions.map(({ name, key, run }) => {
    const text = names[name] ?? name;
    const act = () => {
      run(view);
      view.focus();
    };
    const title = key ? `${text} (${formatKey(key)})` : text;
    return createToolbarButton({ name, sign: drawSign(signs[name] ?? ""), label: text, title }, act);
  });
  const toolbar = document.createElement("div");
  toolbar.append(...buttons);
  return asToolbar(toolbar, buttons, { label, onLeave: () => view.focus() });
}

/** A button of a toolbar. @param name by which styles and tests find it */
export function createToolbarButton(
  { name, sign, label, title }: { name: string; sign: string | Node; label: string; title: string },
  run: () => void,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.append(sign);
  button.dataset.action = name;
  button.setAttribute("aria-label", label);
  button.title = title;
  // The text and its selection keep the focus while a button is pressed.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", run);
  return button;
}

/** Makes a toolbar of an element with buttons. @param onLeave gives the focus back to the text */
export function asToolbar(
  toolbar: HTMLElement,
  buttons: readonly HTMLButtonElement[],
  { label, onLeave }: { label: string; onLeave: () => void },
): HTMLElement {
  toolbar.setAttribute("role", "toolbar");
  toolbar.setAttribute("aria-label", label);
  for (const [index, button] of buttons.entries()) button.tabIndex = index === 0 ? 0 : -1;
  toolbar.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") onLeave();
    else if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return toolbar;
}

/** Puts the focus into a toolbar of the editor: of a selection, of the table with the cursor, or another. @returns whether there is one */
export function focusToolbar(view: EditorView): boolean {
  const find = (toolbar: string) => view.dom.querySelector<HTMLElement>(`${toolbar} button`);
  const first = find(".cm-selection-toolbar") ?? find(".cm-table-bar") ?? find("[role=toolbar]");
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
