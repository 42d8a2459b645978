import { type ReactElement, useMemo, useState } from "react";
import { renderComment } from "../../../markdown/render-comment.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { RowMenu } from "../../components/row-menu.tsx";
import { prose } from "../../elements.ts";
import { EnsLine } from "../../people/person-card.tsx";
import { useOwner } from "../../queries.ts";
import { AnswerForm, hasBegunAnswer } from "./answer-form.tsx";
import type { Comment, CommentState } from "./use-comments.ts";

/** The active filters: a post, or an author by one of their comments. */
export interface CommentFilterState {
  readonly post: NonNullable<Comment["publication"]> | null;
  readonly author: Comment | null;
}

/** Whether a list shows comments in several states, so that each says its own. */
interface StateProps {
  readonly showsState: boolean;
}

/** One comment: author, time, post, text as readers see it, and actions. */
export function CommentRow({
  comment,
  isSelected,
  onSelect,
  ...acts
}: ActsProps & StateProps & { isSelected: boolean; onSelect: () => void }): ReactElement {
  const messages = useMessages();
  const { id, authorName } = comment;
  return (
    <li className={isSelected ? "row comment is-selected" : "row comment"} data-item={id} tabIndex={-1}>
      <label className="row-tick">
        <input
          type="checkbox"
          aria-label={messages.comments.select(authorName)}
          checked={isSelected}
          onChange={onSelect}
        />
      </label>
      <CommentArticle comment={comment} {...acts} />
    </li>
  );
}

/**
 * A comment with its actions, and the form for an answer.
 *
 * @param props.isAnnounced whether what stands above it names the author and the time
 */
export function CommentArticle({
  comment,
  showsState,
  isAnnounced = false,
  ...acts
}: ActsProps & StateProps & { isAnnounced?: boolean }): ReactElement {
  const messages = useMessages();
  const { authorName, body, mention, state } = comment;
  const html = useMemo(() => (mention ? null : renderComment(body)), [body, mention]);
  const [answering, setAnswering] = useState<"no" | "yes" | "done">(() =>
    hasBegunAnswer(comment.id) ? "yes" : "no",
  );
  return (
    <article
      className={state === "REJECTED" && showsState ? "row-text is-hidden" : "row-text"}
      aria-label={messages.comments.by(authorName)}
    >
      {!isAnnounced && <CommentByline comment={comment} showsState={showsState} />}
      {html === null ? <p className="mention-text">{body}</p> : prose({ html })}
      <CommentActs
        comment={comment}
        isAnswering={answering === "yes"}
        onAnswer={() => setAnswering("yes")}
        {...acts}
      />
      {answering === "yes" && (
        <AnswerForm comment={comment} onClose={(isPublished) => setAnswering(isPublished ? "done" : "no")} />
      )}
      <p role="status" className="hint">
        {answering === "done" && messages.answers.published}
      </p>
    </article>
  );
}

function CommentByline({ comment, showsState }: { comment: Comment } & StateProps): ReactElement {
  const messages = useMessages();
  const { authorName, authorAddress, ens, createdAt } = comment;
  return (
    <p className="byline">
      {authorAddress && <Avatar address={authorAddress} picture={ens?.picture ?? null} />}
      <span className="byline-name">{authorName}</span>
      {authorAddress && <EnsLine ens={ens} address={authorAddress} beside={authorName} />}
      <time dateTime={createdAt}>{formatMoment(Date.parse(createdAt), messages.language)}</time>
      {showsState && <CommentStateMark state={comment.state} />}
      <CommentOrigin comment={comment} />
    </p>
  );
}

/** The state of a comment that readers don't see. */
export function CommentStateMark({ state }: Pick<Comment, "state">): ReactElement | null {
  const messages = useMessages();
  if (state !== "HELD" && state !== "REJECTED") return null;
  return <span className="comment-state">{messages.comments.marks[state]}</span>;
}

/** How the author of a comment confirmed it, and the post that it is on. */
export function CommentOrigin({ comment }: { comment: Comment }): ReactElement {
  const messages = useMessages();
  const owner = useOwner();
  const { authorAddress, authType, publication, mention } = comment;
  const { byMail, byWallet, unsigned, imported } = messages.comments;
  const shown = { EMAIL: byMail, ETHEREUM: byWallet, WEBMENTION: unsigned, IMPORTED: imported }[authType];
  const title = publication && (publication.title || messages.signing.untitled);
  return (
    <>
      <span className="only-here">
        {authorAddress !== null && authorAddress === owner ? messages.answers.byOwner : shown}
      </span>
      {mention && (
        <a href={mention.source} rel="nofollow noopener noreferrer" target="_blank">
          {messages.comments.mentionKinds[mention.kind]} {new URL(mention.source).host}
        </a>
      )}
      {publication && title && (
        <a className="comment-on" href={publication.url ?? undefined}>
          {messages.comments.on(title)}
        </a>
      )}
    </>
  );
}

interface ActsProps {
  readonly comment: Comment;
  readonly onMove: (to: CommentState) => void;
  readonly onDelete: () => void;
  readonly onBlock: () => void;
  /** Filters the list; only a list of comments has filters. */
  readonly onFilter?: (by: Partial<CommentFilterState>) => void;
}

function CommentActs({
  comment,
  isAnswering,
  onAnswer,
  onMove,
  onFilter,
  onDelete,
  onBlock,
}: ActsProps & { isAnswering: boolean; onAnswer: () => void }): ReactElement {
  const messages = useMessages();
  const owner = useOwner();
  const { state, publication, authType, authorAddress, authorName, body } = comment;
  const canBlock = authorAddress !== owner && authType !== "IMPORTED";
  return (
    <footer className="comment-acts">
      {state !== "PUBLISHED" && (
        <Button
          look="plain small"
          data-act="approve"
          onClick={() => onMove("PUBLISHED")}
          text={messages.comments.approve}
        />
      )}
      {state !== "REJECTED" && (
        <Button
          look="plain small"
          data-act="hide"
          onClick={() => onMove("REJECTED")}
          text={messages.comments.hide}
        />
      )}
      {body !== "" && (
        <Button
          look="plain small"
          data-act="answer"
          aria-expanded={isAnswering}
          onClick={onAnswer}
          text={messages.answers.answer}
        />
      )}
      <RowMenu label={messages.postTable.actions(authorName)}>
        {onFilter && publication && (
          <Button onClick={() => onFilter({ post: publication })} text={messages.comments.onlyPost} />
        )}
        {onFilter && (
          <Button onClick={() => onFilter({ author: comment })} text={messages.comments.onlyTheirs} />
        )}
        {canBlock && <Button onClick={onBlock} text={messages.people.block} />}
        <Button look="bad" onClick={onDelete} text={messages.comments.delete} />
      </RowMenu>
    </footer>
  );
}
