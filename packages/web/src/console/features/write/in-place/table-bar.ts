import { StateEffect } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { ConsoleMessages } from "../../../../messages/console/en.ts";
import {
  addColumn,
  addRow,
  alignColumn,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  removeTable,
} from "../commands/tables.ts";
import { asToolbar, createToolbarButton } from "../surface/toolbar.ts";

export type TableTexts = ConsoleMessages["editor"]["tables"];

/** The focus came to the buttons of a table, or left them. */
export const barFocus = StateEffect.define<boolean>();

const groups = {
  row: [
    ["addRow", "+", addRow],
    ["removeRow", "−", removeRow],
    ["rowUp", "↑", moveRow(-1)],
    ["rowDown", "↓", moveRow(1)],
  ],
  column: [
    ["addColumn", "+", addColumn],
    ["removeColumn", "−", removeColumn],
    ["columnLeft", "←", moveColumn(-1)],
    ["columnRight", "→", moveColumn(1)],
  ],
  align: [
    ["left", "⇤", alignColumn("left")],
    ["center", "↔", alignColumn("center")],
    ["right", "⇥", alignColumn("right")],
  ],
  whole: [["removeTable", "×", removeTable]],
} as const;

/** The buttons above the table with the cursor. */
export class TableBar extends WidgetType {
  readonly texts: TableTexts;

  constructor(texts: TableTexts) {
    super();
    this.texts = texts;
  }

  override eq({ texts }: TableBar): boolean {
    return texts === this.texts;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { groups: labels, actions, toolbar } = this.texts;
    const bar = document.createElement("div");
    bar.className = "cm-table-bar";
    const all: HTMLButtonElement[] = [];
    for (const [group, entries] of Object.entries(groups)) {
      const buttons = entries.map(([name, sign, run]) => {
        const label = actions[name];
        return createToolbarButton({ name, sign, label, title: label }, () => void run(view));
      });
      bar.append(createGroup(labels[group as keyof typeof labels], buttons));
      all.push(...buttons);
    }
    asToolbar(bar, all, { label: toolbar, onLeave: () => view.focus() });
    bar.addEventListener("focusin", () => view.dispatch({ effects: barFocus.of(true) }));
    bar.addEventListener("focusout", () =>
      // The bar may lose the focus because the text takes it away, which must be done first.
      setTimeout(() => {
        const isIn = bar.contains(document.activeElement);
        if (!isIn && view.dom.isConnected) view.dispatch({ effects: barFocus.of(false) });
      }),
    );
    return bar;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Buttons behind a word that says what they are for, which their own labels say, too. */
function createGroup(label: string | null, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const group = document.createElement("span");
  group.className = "cm-toolbar-group";
  if (label !== null) {
    const words = document.createElement("span");
    words.textContent = label;
    words.setAttribute("aria-hidden", "true");
    group.append(words);
  }
  group.append(...buttons);
  return group;
}
