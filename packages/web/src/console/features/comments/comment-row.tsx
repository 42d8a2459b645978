import { type ReactElement, useMemo } from "react";
import { renderComment } from "../../../markdown/render-comment.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Button } from "../../components/controls.tsx";
import { formatMoment } from "../../components/format.ts";
import { prose } from "../../elements.ts";
import { titleOf } from "../../publications/publication.ts";
import type { Comment, CommentState } from "./use-comments.ts";

/** The active filters: a post, or an author by one of their comments. */
export interface CommentFilterState {
  readonly post: NonNullable<Comment["publication"]> | null;
  readonly author: Comment | null;
}

/** One comment: author, time, post, text as readers see it, and actions. */
export function CommentRow({
  comment,
  isSelected,
  onSelect,
  ...acts
}: ActsProps & { isSelected: boolean; onSelect: () => void }): ReactElement {
  const messages = useMessages();
  const { id, authorName, body } = comment;
  const html = useMemo(() => renderComment(body), [body]);
  return (
    <li className={isSelected ? "row comment is-selected" : "row comment"} data-item={id} tabIndex={-1}>
      <input
        type="checkbox"
        aria-label={messages.comments.select(authorName)}
        checked={isSelected}
        onChange={onSelect}
      />
      <article className="row-text" aria-label={messages.comments.by(authorName)}>
        <CommentByline comment={comment} />
        {prose({ html })}
        <CommentActs comment={comment} {...acts} />
      </article>
    </li>
  );
}

function CommentByline({ comment }: { comment: Comment }): ReactElement {
  const messages = useMessages();
  const { authorName, authorAddress, authType, createdAt, publication } = comment;
  const title = publication && (titleOf(publication) || publication.filename || messages.signing.untitled);
  return (
    <p className="byline">
      {authorAddress && <Avatar address={authorAddress} />}
      <span className="byline-name">{authorName}</span>
      <time dateTime={createdAt}>{formatMoment(Date.parse(createdAt), messages.language)}</time>
      <span className="only-here">
        {authType === "EMAIL" ? messages.comments.byMail : messages.comments.byWallet}
      </span>
      {publication && title && (
        <a className="comment-on" href={publication.url ?? undefined}>
          {messages.comments.on(title)}
        </a>
      )}
    </p>
  );
}

interface ActsProps {
  readonly comment: Comment;
  readonly onMove: (to: CommentState) => void;
  readonly onFilter: (by: Partial<CommentFilterState>) => void;
  readonly onDelete: () => void;
  readonly onBlock: () => void;
}

function CommentActs({ comment, onMove, onFilter, onDelete, onBlock }: ActsProps): ReactElement {
  const messages = useMessages();
  const { state, publication } = comment;
  return (
    <footer className="comment-acts">
      {state !== "PUBLISHED" && (
        <Button look="plain small" onClick={() => onMove("PUBLISHED")} text={messages.comments.approve} />
      )}
      {state !== "REJECTED" && (
        <Button look="plain small" onClick={() => onMove("REJECTED")} text={messages.comments.hide} />
      )}
      <span className="spring" />
      {publication && (
        <Button
          look="quiet small"
          onClick={() => onFilter({ post: publication })}
          text={messages.comments.onlyPost}
        />
      )}
      <Button
        look="quiet small"
        onClick={() => onFilter({ author: comment })}
        text={messages.comments.onlyTheirs}
      />
      <Button look="quiet small" onClick={onBlock} text={messages.people.block} />
      <Button look="quiet small" onClick={onDelete} text={messages.comments.delete} />
    </footer>
  );
}
