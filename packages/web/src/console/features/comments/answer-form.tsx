import { graphql } from "@freehold/client";
import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useId, useRef } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { Trouble } from "../../errors.tsx";
import { mutation } from "../../graphql.ts";
import { Restored } from "../../kept/restored.tsx";
import { isKept, useKept } from "../../kept/use-kept.ts";
import { useAction } from "../../queries.ts";
import type { Comment } from "./use-comments.ts";

const answerKey = (id: string) => `answer ${id}`;

/** Whether the owner has begun an answer to a comment. */
export const hasBegunAnswer = (id: string): boolean => isKept(answerKey(id));

/** Writes the owner's answer to a comment. @param props.onClose receives whether it was published */
export function AnswerForm({
  comment,
  onClose,
}: {
  comment: Pick<Comment, "id" | "authorName">;
  onClose: (isPublished: boolean) => void;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.answers;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const kept = useKept<string>(answerKey(comment.id), "");
  const body = kept.value;
  const answer = useAction(answerComment);
  const isRestored = useRef(kept.restoredAt !== null).current;
  // The owner has opened it now: one that came back leaves the focus where it is.
  useEffect(() => {
    if (!isRestored) field.current?.focus();
  }, [isRestored]);
  const close = (isPublished: boolean) => {
    kept.forget();
    onClose(isPublished);
  };
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (body.trim() === "" || answer.isPending) return;
    answer.mutate({ id: comment.id, body }, { onSuccess: () => close(true) });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
    // Escape alone does not lose a written text.
    else if (event.key === "Escape" && body.trim() === "") close(false);
    else return;
    event.preventDefault();
  };
  return (
    <form className="answer-form" onSubmit={send}>
      <label htmlFor={id}>{texts.to(comment.authorName)}</label>
      <textarea
        id={id}
        ref={field}
        rows={3}
        maxLength={5_000}
        placeholder={texts.placeholder}
        value={body}
        onKeyDown={press}
        onChange={({ target }) => kept.set(target.value)}
      />
      <Restored at={kept.restoredAt} onDiscard={kept.discard} />
      <Trouble error={answer.error} />
      <div className="choices">
        <Button type="submit" disabled={body.trim() === "" || answer.isPending} text={texts.send} />
        <Button look="quiet" onClick={() => close(false)} text={messages.cancel} />
      </div>
    </form>
  );
}

const answerComment = mutation(
  graphql("mutation Answer($input: AnswerCommentInput!) { answerComment(input: $input) { id } }"),
);
