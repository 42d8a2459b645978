import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { keymap } from "@codemirror/view";
import { type Action, formatKey } from "../commands/actions.ts";

/** The part of an action that the slash menu shows and searches. */
export type SlashItem = Pick<Action, "name" | "slash" | "run">;

/**
 * The part of a line that asks for the menu: a slash at its beginning, and letters behind it. Chinese input methods write `、`
 * for the key with the slash.
 *
 * @returns the letters; null for a line that asks for none
 */
export function readSlash(line: string): string | null {
  return /^\s*[/、]([\p{L}\p{N}]{0,20})$/u.exec(line)?.[1] ?? null;
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

/** A menu of things to insert, after a slash at the beginning of a line. Tab and Enter take an item, Escape none. */
export function slashMenu(actions: readonly Action[], labels: Readonly<Record<string, string>>) {
  const source = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos);
    const word = readSlash(context.state.sliceDoc(line.from, context.pos));
    if (word === null || context.pos < line.to || isInCode(context)) return null;
    const from = context.pos - word.length - 1;
    const options = findItems(actions, word, labels).map(
      ({ name, run, key }): Completion => ({
        label: labels[name] ?? name,
        ...(key && { detail: formatKey(key) }),
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
  return [
    autocompletion({ override: [source], icons: false, interactionDelay: 0 }),
    keymap.of([{ key: "Tab", run: acceptCompletion }]),
  ];
}

function isInCode({ state, pos }: CompletionContext): boolean {
  return /Code|Formula/.test(syntaxTree(state).resolveInner(pos, -1).name);
}
