import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { formatError } from "../../errors.tsx";
import type { EditorState } from "./use-draft.ts";

/** Who has the text now, and how long it is. */
export function EditorStatus({ sheet }: { sheet: EditorState }): ReactElement {
  const messages = useMessages();
  const { status, isPublished, isChanged, text } = sheet;
  const { state, problem } = status;
  const texts = isPublished
    ? messages.write.published[isChanged ? "changed" : "same"]
    : messages.write.states[state];
  return (
    <div className={`sheet-status is-${isPublished ? "shown" : state}`}>
      <p role="status">
        {texts} {!isPublished && state === "failed" && formatError(messages, problem)}
      </p>
      {state === "conflict" && (
        <button type="button" className="plain small" onClick={() => sheet.branch()}>
          {messages.write.saveCopy}
        </button>
      )}
      <span className="sheet-count">{messages.write.words(countWords(text.body, messages.language))}</span>
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
