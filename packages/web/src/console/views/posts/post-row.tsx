import type { ReactElement } from "react";
import { inlineDrawing } from "../../../drawings/inline-drawing.ts";
import { drawSeal } from "../../../drawings/seal.ts";
import { sayMoment } from "../../publications/say-moment.ts";
import { titleOf } from "../../publications/title-of.ts";
import type { ListedPost } from "../../publications/use-posts.ts";
import { Link } from "../../shell/link.tsx";
import { useSiteWords, useWords } from "../../words/use-words.ts";

export interface PostRowProps {
  readonly post: ListedPost;
  readonly isPicked: boolean;
  /** Null for what can't be signed any more. */
  readonly onPick: (() => void) | null;
  readonly onDelete: () => void;
}

/** One post of a list, and what can be done with it. */
export function PostRow({ post, isPicked, onPick, onDelete }: PostRowProps): ReactElement {
  const words = useWords();
  const title = titleOf(post) || words.signing.untitled;
  const isSigned = post.state === "SIGNED";
  return (
    <li className={isPicked ? "row is-picked" : "row"}>
      {onPick ? (
        <input type="checkbox" aria-label={words.posts.pick(title)} checked={isPicked} onChange={onPick} />
      ) : (
        inlineDrawing(drawSeal(post.contentHash), "seal", words.post.signed)
      )}
      <div className="row-words">
        {isSigned ? (
          <a href={post.url ?? undefined}>{title}</a>
        ) : (
          <Link to={`/write/${post.id}`}>{title}</Link>
        )}
        <PostFacts post={post} />
      </div>
      {post.state === "LOCAL" && post.url && (
        <a className="small" href={post.url}>
          {words.posts.look}
        </a>
      )}
      {isSigned && (
        <Link className="small" to={`/delivery/${post.id}`} aria-label={words.delivery.seeOf(title)}>
          {words.delivery.see}
        </Link>
      )}
      <button
        type="button"
        className="quiet small"
        aria-label={words.posts.deleteOne(title)}
        onClick={onDelete}
      >
        {words.delete}
      </button>
    </li>
  );
}

function PostFacts({ post }: { post: ListedPost }): ReactElement {
  const words = useWords();
  const site = useSiteWords();
  const at = post.timestamp === null ? Date.parse(post.createdAt) : post.timestamp * 1000;
  return (
    <small>
      {post.scheduledAt ? (
        <strong>{words.posts.scheduled(site.second(Date.parse(post.scheduledAt)))}</strong>
      ) : (
        <time dateTime={new Date(at).toISOString()}>{sayMoment(at, words.language)}</time>
      )}
      {post.tags.length > 0 && <span>{post.tags.map((tag) => `#${tag}`).join(" ")}</span>}
    </small>
  );
}
