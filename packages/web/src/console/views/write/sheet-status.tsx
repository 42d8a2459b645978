import type { ReactElement } from "react";
import { sayProblem } from "../../say-problem.ts";
import { useWords } from "../../words/use-words.ts";
import { countWords } from "./count-words.ts";
import type { SheetState } from "./use-sheet.ts";

/** Who has the text now, and how long it is. */
export function SheetStatus({ sheet }: { sheet: SheetState }): ReactElement {
  const words = useWords();
  const { keeping, isShown, isChanged, text } = sheet;
  const { state, problem } = keeping;
  const said = isShown ? words.write.shown[isChanged ? "changed" : "same"] : words.write.states[state];
  return (
    <div className={`sheet-status is-${isShown ? "shown" : state}`}>
      <p role="status">
        {said} {!isShown && state === "failed" && sayProblem(words, problem)}
      </p>
      {state === "conflict" && (
        <button type="button" className="plain small" onClick={() => sheet.branch()}>
          {words.write.keepBeside}
        </button>
      )}
      <span className="sheet-count">{words.write.words(countWords(text.body, words.language))}</span>
    </div>
  );
}
