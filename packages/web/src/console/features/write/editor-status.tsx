import { lazy, type ReactElement, Suspense, useDeferredValue, useMemo, useState } from "react";
import { countWords } from "../../../markdown/text/count-words.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { formatError } from "../../errors.tsx";
import type { EditorState } from "./drafts/use-draft.ts";

const ConflictDialog = lazy(() => import("./drafts/conflict-dialog.tsx"));

/** The status line: whether the text is saved, its number of words, and the time to read it. */
export function EditorStatus({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const { status, isPublished, isChanged, text, recoveredAt } = editor;
  const { state, problem } = status;
  const [compares, setCompares] = useState(false);
  const body = useDeferredValue(text.body);
  const { words, minutes } = useMemo(() => countWords(body), [body]);
  const label = isPublished
    ? messages.write.published[isChanged ? "changed" : "same"]
    : messages.write.states[state];
  return (
    <>
      <div className={`editor-status is-${isPublished ? "shown" : state}`}>
        <p role="status">
          {label} {!isPublished && state === "failed" && formatError(messages, problem)}
        </p>
        {recoveredAt !== null && (
          <p role="status">{messages.write.recovered(formatDateTime(recoveredAt, messages.language))}</p>
        )}
        {state === "conflict" && (
          <Button look="plain small" onClick={() => setCompares(true)} text={messages.conflict.open} />
        )}
        {words > 0 && (
          <span className="editor-count">
            {messages.editor.words(words)}
            {minutes > 0 && ` · ${messages.editor.minutes(minutes)}`}
          </span>
        )}
      </div>
      <Suspense>{compares && <ConflictDialog editor={editor} onClose={() => setCompares(false)} />}</Suspense>
    </>
  );
}
