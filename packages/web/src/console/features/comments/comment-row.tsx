import { type ReactElement, useMemo } from "react";
import { renderComment } from "../../../markdown/render-comment.ts";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Avatar } from "../../components/avatar.tsx";
import { formatMoment } from "../../components/format.ts";
import { prose } from "../../elements.ts";
import { titleOf } from "../../publications/publication.ts";
import type { CommentFilterState } from "./comment-list.tsx";
import type { Comment, CommentState } from "./use-comments.ts";

export interface CommentRowProps {
  readonly comment: Comment;
  readonly isPicked: boolean;
  readonly onPick: () => void;
  readonly onMove: (to: CommentState) => void;
  readonly onNarrow: (by: Partial<CommentFilterState>) => void;
  readonly onDelete: () => void;
  readonly onBlock: () => void;
}

/** One comment: who, when, on what, the words as readers see them, and what can be done. */
export function CommentRow({ comment, isPicked, onPick, ...acts }: CommentRowProps): ReactElement {
  const words = useMessages();
  const { id, authorName, body } = comment;
  const html = useMemo(() => renderComment(body), [body]);
  return (
    <li className={isPicked ? "row comment is-picked" : "row comment"} data-item={id} tabIndex={-1}>
      <input
        type="checkbox"
        aria-label={words.comments.select(authorName)}
        checked={isPicked}
        onChange={onPick}
      />
      <article className="row-words" aria-label={words.comments.by(authorName)}>
        <CommentByline comment={comment} />
        {prose({ html })}
        <CommentActs comment={comment} {...acts} />
      </article>
    </li>
  );
}

function CommentByline({ comment }: { comment: Comment }): ReactElement {
  const words = useMessages();
  const { authorName, authorAddress, authType, createdAt, publication } = comment;
  const title = publication && (titleOf(publication) || publication.filename || words.signing.untitled);
  return (
    <p className="byline">
      {authorAddress && <Avatar address={authorAddress} />}
      <span className="byline-name">{authorName}</span>
      <time dateTime={createdAt}>{formatMoment(Date.parse(createdAt), words.language)}</time>
      <span className="only-here">
        {authType === "EMAIL" ? words.comments.byMail : words.comments.byWallet}
      </span>
      {publication && title && (
        <a className="comment-on" href={publication.url ?? undefined}>
          {words.comments.on(title)}
        </a>
      )}
    </p>
  );
}

type Acts = Omit<CommentRowProps, "isPicked" | "onPick">;

function CommentActs({ comment, onMove, onNarrow, onDelete, onBlock }: Acts): ReactElement {
  const words = useMessages();
  const { state, publication } = comment;
  return (
    <footer className="comment-acts">
      {state !== "PUBLISHED" && (
        <button type="button" className="plain small" onClick={() => onMove("PUBLISHED")}>
          {words.comments.approve}
        </button>
      )}
      {state !== "REJECTED" && (
        <button type="button" className="plain small" onClick={() => onMove("REJECTED")}>
          {words.comments.hide}
        </button>
      )}
      <span className="spring" />
      {publication && (
        <button type="button" className="quiet small" onClick={() => onNarrow({ post: publication })}>
          {words.comments.onlyPost}
        </button>
      )}
      <button type="button" className="quiet small" onClick={() => onNarrow({ author: comment })}>
        {words.comments.onlyTheirs}
      </button>
      <button type="button" className="quiet small" onClick={onBlock}>
        {words.people.block}
      </button>
      <button type="button" className="quiet small" onClick={onDelete}>
        {words.comments.delete}
      </button>
    </footer>
  );
}
