import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { formatError } from "../../errors.tsx";
import type { EditorState } from "./use-draft.ts";

/** Where the text is saved, and how many words it has. */
export function EditorStatus({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const { status, isPublished, isChanged, text, recoveredAt } = editor;
  const { state, problem } = status;
  const label = isPublished
    ? messages.write.published[isChanged ? "changed" : "same"]
    : messages.write.states[state];
  return (
    <div className={`editor-status is-${isPublished ? "shown" : state}`}>
      <p role="status">
        {label} {!isPublished && state === "failed" && formatError(messages, problem)}
      </p>
      {recoveredAt !== null && (
        <p role="status">{messages.write.recovered(formatDateTime(recoveredAt, messages.language))}</p>
      )}
      {state === "conflict" && (
        <Button look="plain small" onClick={() => editor.branch()} text={messages.write.saveCopy} />
      )}
      <span className="editor-count">{messages.write.words(countWords(text.body, messages.language))}</span>
    </div>
  );
}

/** The number of words in any script; Chinese has words without spaces. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    if (isWordLike) count += 1;
  }
  return count;
}
