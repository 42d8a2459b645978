import { EditorSelection, EditorState, type StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutLine } from "../in-place/line-layout.ts";
import { joinAfter, joinBefore } from "./joins.ts";
import { newLine, newParagraph } from "./line-breaks.ts";
import { indentItem, outdentItem } from "./list-moves.ts";
import { postLanguage } from "./post-language.ts";

const keys = { joinAfter, joinBefore, newLine, newParagraph, indentItem, outdentItem };
const parts =
  "word |\n|\n\n|- |  |    |> |1. |10) |```|\n```\n|**|`|\\|a\\|b\\|\n\\|-\\|-\\|\n|# |[^1]|\n[^1]: |---\n|\\|\t|- [ ] |* |$$|\n===\n|<x@y.z>|中文|\r|~~~\n|[l](u)|>>> "
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll("\\|", "|"));
const marked = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 14 });
const pressed = fc.array(fc.constantFrom(...(Object.keys(keys) as (keyof typeof keys)[])), { maxLength: 5 });

test("no key loses a word, whatever stands around the cursor, and every line can be laid out", () => {
  const letters = (text: string) => text.replace(/[^a-z中文]/g, "");
  const holds = (written: string[], place: number, names: (keyof typeof keys)[]) => {
    const doc = written.join("");
    const selection = EditorSelection.cursor(place % (doc.length + 1));
    const extensions = [postLanguage, EditorState.lineSeparator.of("\n")];
    let state = EditorState.create({ doc, selection, extensions });
    const dispatch: Parameters<StateCommand>[0]["dispatch"] = (transaction) => {
      state = transaction.state;
    };
    for (const name of names) keys[name]({ state, dispatch });
    expect(letters(state.sliceDoc())).toBe(letters(doc));
    for (let number = 1; number <= state.doc.lines; number += 1) {
      const { skipped } = layOutLine(state, state.doc.line(number));
      expect(skipped === null || skipped.from <= skipped.to).toBe(true);
    }
  };
  fc.assert(fc.property(marked, fc.nat(1_000), pressed, holds), { seed: 34, numRuns: 1_500 });
});
