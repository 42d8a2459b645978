import { type EditorState, StateField } from "@codemirror/state";
import { type EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view";
import { type Action, formatKey } from "../commands/actions.ts";

/** The texts of the toolbar. */
interface ToolbarMessages {
  readonly toolbar: string;
  readonly actions: Readonly<Record<string, string>>;
}

/**
 * A toolbar above the selected words; on a touch screen below them, since the system's own is above. Alt+F10 goes to it, the
 * arrows move in it, Escape goes back.
 */
export function selectionToolbar(actions: readonly Action[], messages: ToolbarMessages) {
  const shown = actions.filter(({ button }) => button !== undefined);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const create = (view: EditorView): TooltipView => ({ dom: createToolbar(view, shown, messages) });
  const make = ({ selection: { main }, doc }: EditorState): Tooltip | null => {
    if (main.empty || doc.sliceString(main.from, main.to).trim() === "") return null;
    return { pos: isTouch ? main.to : main.from, end: main.to, above: !isTouch, create };
  };
  const field = StateField.define<Tooltip | null>({
    create: make,
    update(tooltip, transaction) {
      if (!transaction.docChanged && !transaction.selection) return tooltip;
      // Found words are only looked at.
      const next = transaction.isUserEvent("select.search") ? null : make(transaction.state);
      // The same toolbar moves along, so that its focus stays.
      return tooltip && next ? { ...next, create: tooltip.create } : next;
    },
    provide: (own) => showTooltip.from(own),
  });
  const focusToolbar = (view: EditorView) => {
    const first = view.dom.querySelector<HTMLElement>(".cm-selection-toolbar button");
    first?.focus();
    return first !== null;
  };
  return [field, keymap.of([{ key: "Alt-F10", run: focusToolbar }])];
}

function createToolbar(view: EditorView, actions: readonly Action[], messages: ToolbarMessages): HTMLElement {
  const toolbar = document.createElement("div");
  toolbar.className = "cm-selection-toolbar";
  toolbar.setAttribute("role", "toolbar");
  toolbar.setAttribute("aria-label", messages.toolbar);
  const buttons = actions.map(({ name, button = "", key, run }, index) => {
    const element = document.createElement("button");
    element.type = "button";
    element.textContent = button;
    element.dataset.action = name;
    element.tabIndex = index === 0 ? 0 : -1;
    const label = messages.actions[name] ?? name;
    element.setAttribute("aria-label", label);
    element.title = key ? `${label} (${formatKey(key)})` : label;
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
