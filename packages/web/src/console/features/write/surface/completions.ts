import {
  acceptCompletion,
  autocompletion,
  type CompletionSource,
  startCompletion,
} from "@codemirror/autocomplete";
import { EditorView, keymap } from "@codemirror/view";

// The editor sets its selection again up to 50 ms after a composition, which closes its lists.
const settledMs = 60;

/**
 * The list that opens while one types: things to insert, people, tags. Tab, Enter and a touch take an item, Escape none. The keys of
 * an input method that composes a word stay its own; the list is for the word that it wrote.
 */
export function completions(sources: readonly CompletionSource[]) {
  // As one source: a second one that waits would leave Enter to the text while the list of the first is open.
  const first: CompletionSource = (context) => {
    for (const source of sources) {
      const found = source(context);
      if (found !== null) return found;
    }
    return null;
  };
  return [
    autocompletion({ override: [first], icons: false, interactionDelay: 0 }),
    keymap.of([{ key: "Tab", run: acceptCompletion }]),
    EditorView.domEventHandlers({
      compositionend(_event, view) {
        setTimeout(() => view.hasFocus && startCompletion(view), settledMs);
      },
    }),
  ];
}
