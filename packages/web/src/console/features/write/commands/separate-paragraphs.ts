import { EditorView } from "@codemirror/view";
import { containersOf, isBlank, literalAt, prefixOf } from "./containers.ts";

/**
 * Words that are typed into the empty line beside a block would become part of it: they get an empty line between. An input method
 * that composes them is left alone.
 */
export const separateParagraphs = EditorView.inputHandler.of((view, from, to, text) => {
  const { state } = view;
  const line = state.doc.lineAt(from);
  if (view.composing || from !== to || text.includes("\n") || !isBlank(line.text)) return false;
  if (literalAt(state, from) !== null) return false;
  const isFilled = (number: number) =>
    number >= 1 && number <= state.doc.lines && !isBlank(state.doc.line(number).text);
  const above = line.number > 1 ? state.doc.line(line.number - 1) : null;
  // A line of the same paragraph, and one of a block of code without fences.
  const goesOn =
    above !== null &&
    (/\\$/.test(above.text) || (/^ {4}/.test(line.text) && literalAt(state, above.to) !== null));
  const [before, after] = [isFilled(line.number - 1), isFilled(line.number + 1)];
  if (goesOn || (!before && !after)) return false;
  const prefix = prefixOf(containersOf(state, line));
  const head = `${before ? `${prefix.trimEnd()}\n` : ""}${prefix}${text}`;
  view.dispatch({
    changes: { from: line.from, to: line.to, insert: `${head}${after ? `\n${prefix.trimEnd()}` : ""}` },
    selection: { anchor: line.from + head.length },
    scrollIntoView: true,
    userEvent: "input.type",
  });
  return true;
});
