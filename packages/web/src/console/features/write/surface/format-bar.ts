import type { Extension } from "@codemirror/state";
import { keymap, ViewPlugin } from "@codemirror/view";
import type { Action, ActionName } from "../commands/actions.ts";
import { createToolbar, focusToolbar, type ToolbarMessages } from "./toolbar.ts";

/** The actions of the bar, in order. The last one stays in sight where the bar is too narrow. */
const shown: readonly ActionName[] = [
  "insert",
  "bold",
  "italic",
  "heading2",
  "bullets",
  "quote",
  "link",
  "file",
  "undo",
];

/** A bar of actions for touch: at the lower edge of what the window shows, so above the keyboard on the screen, while one writes. */
export function formatBar(actions: readonly Action[], messages: ToolbarMessages): Extension {
  const inBar = shown.flatMap((name) => actions.find((action) => action.name === name) ?? []);
  const plugin = ViewPlugin.define((view) => {
    const bar = createToolbar(view, inBar, messages);
    bar.className = "cm-format-bar";
    view.dom.append(bar);
    const gone = new AbortController();
    const place = () => bar.style.setProperty("--keyboard", `${heightBelow()}px`);
    for (const event of ["resize", "scroll"]) {
      visualViewport?.addEventListener(event, place, { signal: gone.signal });
    }
    place();
    return {
      destroy() {
        gone.abort();
        bar.remove();
      },
    };
  });
  return [plugin, keymap.of([{ key: "Alt-F10", run: focusToolbar }])];
}

/** The pixels of the window below what is seen of it: the height of the keyboard. */
function heightBelow(): number {
  if (!visualViewport) return 0;
  return Math.max(0, Math.round(innerHeight - visualViewport.offsetTop - visualViewport.height));
}
