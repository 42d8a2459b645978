import { type EditorState, StateField } from "@codemirror/state";
import { type EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from "@codemirror/view";
import type { Action } from "../commands/actions.ts";
import { createToolbar, focusToolbar, type ToolbarMessages } from "./toolbar.ts";

/** A toolbar above the selected words. Alt+F10 goes to it. */
export function selectionToolbar(actions: readonly Action[], messages: ToolbarMessages) {
  const shown = actions.filter(({ isInToolbar }) => isInToolbar);
  const create = (view: EditorView): TooltipView => {
    const dom = createToolbar(view, shown, messages);
    dom.className = "cm-selection-toolbar";
    return { dom };
  };
  const make = ({ selection: { main }, doc }: EditorState): Tooltip | null => {
    if (main.empty || doc.sliceString(main.from, main.to).trim() === "") return null;
    return { pos: main.from, end: main.to, above: true, create };
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
  return [field, keymap.of([{ key: "Alt-F10", run: focusToolbar }])];
}
