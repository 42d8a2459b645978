import type { ReactElement } from "react";
import { titleOf } from "../../publications/title-of.ts";
import { useWords } from "../../words/use-words.ts";
import type { Narrowed } from "./comment-list.tsx";

/** What the comments are narrowed to, and whether the one post takes any. */
export function CommentFilters({
  narrowed,
  onChange,
  onOpen,
}: {
  narrowed: Narrowed;
  onChange: (narrowed: Narrowed) => void;
  onOpen: (isOpen: boolean) => void;
}): ReactElement | null {
  const words = useWords();
  const { post, author } = narrowed;
  if (!post && !author) return null;
  return (
    <div className="filters comment-filters">
      {post && (
        <button type="button" className="chip" onClick={() => onChange({ ...narrowed, post: null })}>
          {words.comments.on(titleOf(post) || (post.filename ?? ""))} <span aria-hidden="true">×</span>
        </button>
      )}
      {author && (
        <button type="button" className="chip" onClick={() => onChange({ ...narrowed, author: null })}>
          {words.comments.ofOne(author.authorName)} <span aria-hidden="true">×</span>
        </button>
      )}
      {post && (
        <label className="switch">
          <input
            type="checkbox"
            checked={post.commentsOpen}
            onChange={({ target }) => onOpen(target.checked)}
          />
          <span>{words.comments.takeHere}</span>
        </label>
      )}
    </div>
  );
}
