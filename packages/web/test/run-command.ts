import { EditorState, type StateCommand } from "@codemirror/state";
import { postLanguage } from "../src/console/features/write/commands/post-language.ts";

/** Runs a command on a text where `‹` and `›` stand around the selection, or `‸` at the cursor; the result has them, too. */
export function runCommand(command: StateCommand, marked: string): string {
  const cursor = marked.indexOf("‸");
  const [anchor, head] = cursor >= 0 ? [cursor, cursor] : [marked.indexOf("‹"), marked.indexOf("›") - 1];
  let state = EditorState.create({
    doc: marked.replace(/[‹›‸]/g, ""),
    selection: { anchor, head },
    extensions: postLanguage,
  });
  const target = {
    state,
    dispatch(transaction: { state: EditorState }) {
      state = transaction.state;
    },
  };
  command(target);
  const { from, to } = state.selection.main;
  const text = state.sliceDoc();
  const [before, inside, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  return from === to ? `${before}‸${after}` : `${before}‹${inside}›${after}`;
}
