import type { ReactElement } from "react";
import { hostOf } from "../../people/name-of-node.ts";
import { Byline, nameOf } from "../../publications/byline.tsx";
import { FileView } from "../../publications/file-view.tsx";
import type { Publication } from "../../publications/publication.ts";
import { TextView } from "../../publications/text-view.tsx";
import { Link } from "../../shell/link.tsx";
import { goTo } from "../../shell/route.ts";
import { useWords } from "../../words/use-words.ts";
import { beginWithQuote, quoteOf } from "./quote-of.ts";

/** About so many characters of a post stand in the timeline; a shorter one stands there as a whole. */
const excerptLength = 900;

export interface TimelineEntryProps {
  readonly post: Publication;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  /** Shows those of this publisher alone; absent where they are. */
  readonly onPublisher?: () => void;
  readonly onTag: (tag: string) => void;
}

/** One post or file of the timeline. */
export function TimelineEntry({
  post,
  isOpen,
  onOpen,
  onPublisher,
  onTag,
}: TimelineEntryProps): ReactElement {
  const words = useWords();
  const origin = originOf(post);
  const quote = quoteOf(post, origin);
  return (
    <li>
      <article data-item={post.id} tabIndex={-1} aria-label={words.timeline.by(nameOf(post))}>
        <Byline post={post} />
        {post.body !== null && (
          <TextView markdown={post.body} origin={origin} kept={post.keptPictures} excerpt={excerptLength} />
        )}
        {post.type === "FILE" && <FileView file={post} />}
        {post.type === "POST" && post.body === null && <p className="hint">{words.timeline.tooLong}</p>}
        <footer>
          {post.tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              #{tag}
            </button>
          ))}
          <span className="spring" />
          {onPublisher && (
            <button type="button" className="quiet small" onClick={onPublisher}>
              {words.timeline.more}
            </button>
          )}
          {quote !== null && (
            <button
              type="button"
              className="quiet small"
              data-act="quote"
              onClick={() => goTo("/write", { carried: beginWithQuote(quote) })}
            >
              {words.timeline.quote}
            </button>
          )}
          {post.url && (
            <a
              className="quiet small"
              data-act="reply"
              href={`${post.url}#comments`}
              rel="noreferrer"
              title={words.timeline.replyHint}
            >
              {origin === null ? words.timeline.replies : words.timeline.reply(hostOf(origin))}
            </a>
          )}
          {post.state === "SIGNED" && origin === null && (
            <Link className="quiet small" to={`/delivery/${post.id}`}>
              {words.delivery.see}
            </Link>
          )}
          <button type="button" className="quiet small" aria-expanded={isOpen} onClick={onOpen}>
            {words.post.details}
          </button>
        </footer>
      </article>
    </li>
  );
}

/** The node that a text came from; null for the owner's own. */
function originOf({ publisherUrl }: Publication): string | null {
  if (publisherUrl === null) return null;
  return new URL(publisherUrl).origin === location.origin ? null : publisherUrl;
}
