import { syntaxTree } from "@codemirror/language";
import type { EditorState, StateCommand, Text } from "@codemirror/state";
import { enclosing } from "./formatting.ts";

/** The next number that no footnote of a text has. */
export function nextNoteNumber(text: string): number {
  const numbers = [...text.matchAll(/\[\^(\d{1,9})\]/g)].map(([, digits]) => Number(digits));
  return Math.max(0, ...numbers) + 1;
}

const numbered = new WeakMap<Text, ReadonlyMap<string, number>>();

/** The numbers of footnotes by their names, as the page counts them: in the order of the first references to notes that are there. */
export function numberNotes({ doc }: EditorState): ReadonlyMap<string, number> {
  const known = numbered.get(doc);
  if (known) return known;
  const text = doc.toString();
  const marks = [...text.matchAll(/^ {0,3}\[\^([^\s\]]{1,100})\]:|\[\^([^\s\]]{1,100})\]/gm)];
  const notes = new Set(marks.map(([, note]) => note));
  const numbers = new Map<string, number>();
  for (const [, , name] of marks)
    if (name !== undefined && notes.has(name) && !numbers.has(name)) numbers.set(name, numbers.size + 1);
  numbered.set(doc, numbers);
  return numbers;
}

/**
 * Adds a footnote at the cursor and goes to its text at the end. On a footnote's mark it goes to the text of it, and from
 * there back.
 */
export const goToFootnote: StateCommand = ({ state, dispatch }) => {
  const { head, to } = state.selection.main;
  const goTo = (anchor: number) => {
    dispatch(state.update({ selection: { anchor }, scrollIntoView: true }));
    return true;
  };
  const line = state.doc.lineAt(head);
  const [mark] = /^\[\^[^\s\]]+\]:/.exec(line.text) ?? [];
  if (mark) {
    const back = findReference(state, mark.slice(0, -1));
    return back === null ? true : goTo(back);
  }
  const reference = enclosing(state, head, head, "FootnoteReference");
  if (reference) {
    const note = findNote(state, state.sliceDoc(reference.from, reference.to));
    if (note !== null) return goTo(note);
  }
  const text = state.sliceDoc();
  const name = reference ? state.sliceDoc(reference.from, reference.to) : `[^${nextNoteNumber(text)}]`;
  const end = text.trimEnd().length;
  const isAmongNotes = /(^|\n)\[\^[^\s\]]+\]:[^\n]*$/.test(text.slice(0, end));
  const note = `${isAmongNotes ? "\n" : "\n\n"}${name}: `;
  const insert = reference ? "" : name;
  const at = Math.max(end, to);
  dispatch(
    state.update({
      changes: [
        { from: to, insert },
        { from: at, to: state.doc.length, insert: note },
      ],
      selection: { anchor: at + insert.length + note.length },
      scrollIntoView: true,
      userEvent: "input",
    }),
  );
  return true;
};

/** The end of the text of a footnote, by its mark `[^1]`. */
function findNote(state: EditorState, mark: string): number | null {
  for (let number = state.doc.lines; number >= 1; number -= 1) {
    const line = state.doc.line(number);
    if (line.text.startsWith(`${mark}:`)) return line.to;
  }
  return null;
}

/** The place behind a footnote's mark in the text. */
function findReference(state: EditorState, mark: string): number | null {
  let found: number | null = null;
  syntaxTree(state).iterate({
    enter({ name, from, to }) {
      const isIt = name === "FootnoteReference" && state.sliceDoc(from, to) === mark;
      if (found === null && isIt && state.sliceDoc(to, to + 1) !== ":") found = to;
    },
  });
  return found;
}
