import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatError } from "../../errors.tsx";
import type { EditorState } from "./use-draft.ts";

/** Who has the text now, and how long it is. */
export function EditorStatus({ sheet }: { sheet: EditorState }): ReactElement {
  const words = useMessages();
  const { status, isPublished, isChanged, text } = sheet;
  const { state, problem } = status;
  const said = isPublished
    ? words.write.published[isChanged ? "changed" : "same"]
    : words.write.states[state];
  return (
    <div className={`sheet-status is-${isPublished ? "shown" : state}`}>
      <p role="status">
        {said} {!isPublished && state === "failed" && formatError(words, problem)}
      </p>
      {state === "conflict" && (
        <button type="button" className="plain small" onClick={() => sheet.branch()}>
          {words.write.saveCopy}
        </button>
      )}
      <span className="sheet-count">{words.write.words(countWords(text.body, words.language))}</span>
    </div>
  );
}

/** How many words a text has, in any script: Chinese has words without spaces too. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    if (isWordLike) count += 1;
  }
  return count;
}
