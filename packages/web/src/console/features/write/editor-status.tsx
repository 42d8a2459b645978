import { lazy, type ReactElement, Suspense, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime } from "../../components/format.ts";
import { formatError, SignInButton, useOnline } from "../../errors.tsx";
import { ApiError } from "../../graphql.ts";
import { isSignedOut } from "../../signing/fresh-session.ts";
import type { EditorState } from "./drafts/use-draft.ts";
import { Notices } from "./notices.tsx";
import { WordCount } from "./word-count.tsx";

const ConflictDialog = lazy(() => import("./drafts/conflict-dialog.tsx"));

/** In the row above the text: whether it is saved, and its number of words. At the edge of the window: what is in the way. */
export function EditorStatus({ editor }: { editor: EditorState }): ReactElement {
  const messages = useMessages();
  const { status, isPublished, isChanged, text, scheduledAt, recoveredAt } = editor;
  const { state, problem } = status;
  const isOnline = useOnline();
  const [compares, setCompares] = useState(false);
  const isStopped = isProblem(state);
  // It answered, and did not save.
  const isBusy = state === "offline" && problem instanceof ApiError && problem.code !== "OFFLINE";
  const label = isStopped
    ? messages.write.notSaved
    : isPublished && state === "saved"
      ? messages.write.published[isChanged ? "changed" : "same"]
      : scheduledAt && state === "saved"
        ? messages.posts.scheduled(formatDateTime(Date.parse(scheduledAt), messages.language))
        : messages.write.states[state];
  // The row has room for the first part alone on a phone.
  const [lead, ...rest] = label.split(" · ");
  return (
    <>
      <div className={isStopped ? "editor-status is-stopped" : "editor-status"}>
        <p role="status">
          {lead}
          {rest.length > 0 && <span className="for-wide"> · {rest.join(" · ")}</span>}
        </p>
        <WordCount text={text.body} look="editor-count for-wide" />
      </div>
      <Notices>
        {recoveredAt !== null && (
          <p>{messages.write.recovered(formatDateTime(recoveredAt, messages.language))}</p>
        )}
        {isStopped && (state !== "offline" || isOnline) && (
          <p className={`is-problem is-${state}`}>
            <span>
              {isBusy ? messages.write.busy(formatError(messages, problem)) : messages.write.states[state]}{" "}
              {state === "failed" && formatError(messages, problem)}
            </span>
            {state === "failed" && isSignedOut(problem) && <SignInButton />}
            {state === "conflict" && (
              <Button look="plain small" onClick={() => setCompares(true)} text={messages.conflict.open} />
            )}
          </p>
        )}
      </Notices>
      <Suspense>{compares && <ConflictDialog editor={editor} onClose={() => setCompares(false)} />}</Suspense>
    </>
  );
}

function isProblem(state: string): state is "offline" | "conflict" | "failed" {
  return state === "offline" || state === "conflict" || state === "failed";
}
