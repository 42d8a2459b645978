import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { hostOf } from "../../people/person-card.tsx";
import { Byline, nameOf } from "../../publications/byline.tsx";
import type { Publication } from "../../publications/publication.ts";
import { TextView } from "../../publications/text-view.tsx";
import { goTo, Link } from "../../shell/routes.tsx";

/** The timeline shows about this many characters of a post. */
const excerptLength = 900;

/** One post or file of the timeline. */
export function TimelineEntry({
  post,
  isOpen,
  onOpen,
  onPublisher,
  onTag,
}: {
  post: Publication;
  isOpen: boolean;
  onOpen: () => void;
  /** Filters by this publisher; absent when that filter is active. */
  onPublisher?: () => void;
  onTag: (tag: string) => void;
}): ReactElement {
  const messages = useMessages();
  const origin = originOf(post);
  const quote = quoteOf(post, origin);
  return (
    <li>
      <article data-item={post.id} tabIndex={-1} aria-label={messages.timeline.by(nameOf(post))}>
        <Byline post={post} />
        {post.body !== null && (
          <TextView
            markdown={post.body}
            origin={origin}
            storedPictures={post.keptPictures}
            excerpt={excerptLength}
          />
        )}
        {post.type === "FILE" && (
          <figure className="file-view">
            <FileContent file={post} />
            {post.description && <figcaption>{post.description}</figcaption>}
          </figure>
        )}
        {post.type === "POST" && post.body === null && <p className="hint">{messages.timeline.tooLong}</p>}
        <footer>
          {post.tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              #{tag}
            </button>
          ))}
          <span className="spring" />
          {quote !== null && (
            <Button
              look="quiet small"
              data-act="quote"
              onClick={() => goTo("/write", { carried: beginWithQuote(quote) })}
              text={messages.timeline.quote}
            />
          )}
          {post.url && (
            <a
              className="quiet small"
              data-act="reply"
              href={`${post.url}#comments`}
              rel="noreferrer"
              title={messages.timeline.replyHint}
            >
              {origin === null ? messages.timeline.replies : messages.timeline.reply(hostOf(origin))}
            </a>
          )}
          <RowMenu label={messages.postTable.actions(post.title || nameOf(post))}>
            <Button aria-expanded={isOpen} onClick={onOpen} text={messages.details} />
            {onPublisher && <Button onClick={onPublisher} text={messages.timeline.more} />}
            {post.state === "SIGNED" && origin === null && (
              <Link to={`/posts/delivery/${post.id}`}>{messages.views.delivery}</Link>
            )}
          </RowMenu>
        </footer>
      </article>
    </li>
  );
}

/** The node that a post came from; null for this one. */
function originOf({ publisherUrl }: Publication): string | null {
  if (publisherUrl === null) return null;
  return new URL(publisherUrl).origin === location.origin ? null : publisherUrl;
}

/**
 * The address that quotes a post when it stands alone in a paragraph. A post of another node is named by its hash, so that
 * every node with a copy recognises it.
 *
 * @returns null for a post without an address
 */
export function quoteOf(
  { url, contentHash }: Pick<Publication, "url" | "contentHash">,
  origin: string | null,
): string | null {
  return origin === null ? url : `${origin.replace(/\/$/, "")}/publications/${contentHash}`;
}

/** The start of a text that quotes a post, with room above the quote. */
export function beginWithQuote(address: string): string {
  return `\n\n${address}\n`;
}

/** A file: a picture, a player, or its name and size. */
function FileContent({ file }: { file: Publication }): ReactElement {
  const messages = useSiteMessages();
  const { contentPath, thumbnails, mediaType, filename, description, size } = file;
  if (thumbnails) {
    return <img src={thumbnails.lg} alt={description ?? filename ?? ""} loading="lazy" decoding="async" />;
  }
  if (mediaType.startsWith("video/")) {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <video src={contentPath} controls preload="metadata" />;
  }
  if (mediaType.startsWith("audio/")) {
    // biome-ignore lint/a11y/useMediaCaption: a publication is one file, and brings no captions.
    return <audio src={contentPath} controls preload="none" />;
  }
  return (
    <a className="file-link" href={contentPath} download={filename ?? ""}>
      <span>{filename ?? messages.post.file}</span>
      {size !== null && <small>{messages.size(size)}</small>}
    </a>
  );
}
