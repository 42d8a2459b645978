import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  startCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { Command } from "@codemirror/view";
import { type Action, formatKey } from "../commands/actions.ts";
import type { SyntaxNode } from "../commands/formatting.ts";

/** The part of an action that the slash menu shows and searches. */
export type SlashItem = Pick<Action, "name" | "slash" | "run">;

/**
 * The end of a line before the cursor that asks for the menu: a slash at its beginning or after a space, and letters behind it.
 * Chinese input methods write `、` for the key with the slash; inside a line that is punctuation.
 *
 * @returns the letters; null for a line that asks for none
 */
export function readSlash(line: string): string | null {
  return /(?:^\s*[/、]|\s\/)([\p{L}\p{N}]{0,20})$/u.exec(line)?.[1] ?? null;
}

/** The items that a word finds: by the beginning of a word of theirs, in the interface's language or in English. */
export function findItems<Item extends SlashItem>(
  items: readonly Item[],
  word: string,
  labels: Readonly<Record<string, string>>,
): Item[] {
  const wanted = word.toLowerCase();
  return items.filter(({ name, slash }) => {
    if (slash === undefined) return false;
    const label = (labels[name] ?? "").toLowerCase();
    return label.includes(wanted) || slash.split(" ").some((each) => each.startsWith(wanted));
  });
}

/** A menu of things to insert, after a slash at the beginning of a line or after a space. */
export function slashSource(
  actions: readonly Action[],
  labels: Readonly<Record<string, string>>,
): CompletionSource {
  const hasKeyboard = matchMedia("(pointer: fine)").matches;
  const source = (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    const line = state.doc.lineAt(pos);
    const word = readSlash(state.sliceDoc(line.from, pos));
    if (word === null || /^\S/.test(state.sliceDoc(pos, line.to)) || isLiteral(context)) return null;
    const from = pos - word.length - 1;
    const isAlone = state.sliceDoc(line.from, from).trim() === "";
    const options = findItems(isAlone ? actions : wordsFirst(actions), word, labels).map(
      ({ name, run, key }): Completion => ({
        label: labels[name] ?? name,
        ...(key && hasKeyboard && { detail: formatKey(key) }),
        apply(view, _completion, start, end) {
          view.dispatch({ changes: { from: start, to: end }, userEvent: "input.complete" });
          run(view);
        },
      }),
    );
    // A menu that waits for its source would leave Enter to the text.
    const update: CompletionResult["update"] = (_menu, _from, _to, next) => source(next);
    return options.length > 0 ? { from, options, filter: false, update } : null;
  };
  return source;
}

/** Inside a line, the actions on words come first. */
function wordsFirst(actions: readonly Action[]): Action[] {
  return [...actions.filter(({ isOfWords }) => isOfWords), ...actions.filter(({ isOfWords }) => !isOfWords)];
}

/** Whether the cursor is in code, a formula, a link or an address, where signs have no meaning of ours. */
export function isLiteral({ state, pos }: CompletionContext): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1); node; node = node.parent) {
    if (/Code|Formula|Link|Image|URL|HTML/.test(node.name)) return true;
  }
  return false;
}

/** Writes the slash that opens the menu, with the spaces that set it apart. */
export const openSlashMenu: Command = (view) => {
  const { state } = view;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(to);
  const before = /\S$/.test(state.sliceDoc(line.from, to)) ? " /" : "/";
  const after = /^\S/.test(state.sliceDoc(to, line.to)) ? " " : "";
  view.dispatch({
    changes: { from: to, insert: before + after },
    selection: { anchor: to + before.length },
    scrollIntoView: true,
    userEvent: from === to ? "input.type" : "input",
  });
  return startCompletion(view);
};
