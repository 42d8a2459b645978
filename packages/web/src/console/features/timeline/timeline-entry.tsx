import type { ReactElement } from "react";
import { useMessages, useSiteMessages } from "../../../messages/console/use-messages.ts";
import { hostOf } from "../../people/person-card.tsx";
import { Byline, nameOf } from "../../publications/byline.tsx";
import type { Publication } from "../../publications/publication.ts";
import { TextView } from "../../publications/text-view.tsx";
import { goTo, Link } from "../../shell/routes.tsx";

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
  const messages = useMessages();
  const origin = originOf(post);
  const quote = quoteOf(post, origin);
  return (
    <li>
      <article data-item={post.id} tabIndex={-1} aria-label={messages.timeline.by(nameOf(post))}>
        <Byline post={post} />
        {post.body !== null && (
          <TextView markdown={post.body} origin={origin} kept={post.keptPictures} excerpt={excerptLength} />
        )}
        {post.type === "FILE" && <FileView file={post} />}
        {post.type === "POST" && post.body === null && <p className="hint">{messages.timeline.tooLong}</p>}
        <footer>
          {post.tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              #{tag}
            </button>
          ))}
          <span className="spring" />
          {onPublisher && (
            <button type="button" className="quiet small" onClick={onPublisher}>
              {messages.timeline.more}
            </button>
          )}
          {quote !== null && (
            <button
              type="button"
              className="quiet small"
              data-act="quote"
              onClick={() => goTo("/write", { carried: beginWithQuote(quote) })}
            >
              {messages.timeline.quote}
            </button>
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
          {post.state === "SIGNED" && origin === null && (
            <Link className="quiet small" to={`/delivery/${post.id}`}>
              {messages.delivery.see}
            </Link>
          )}
          <button type="button" className="quiet small" aria-expanded={isOpen} onClick={onOpen}>
            {messages.post.details}
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

/**
 * The address by which a post is quoted: alone in a paragraph it stands for the post, with its origin. Another node's goes by
 * its hash, so that whoever keeps a copy knows it again.
 *
 * @returns null for what has no address yet
 */
export function quoteOf(
  { url, contentHash }: Pick<Publication, "url" | "contentHash">,
  origin: string | null,
): string | null {
  return origin === null ? url : `${origin.replace(/\/$/, "")}/publications/${contentHash}`;
}

/** How a text begins that quotes a post: room for its writer's own words above it. */
export function beginWithQuote(address: string): string {
  return `\n\n${address}\n`;
}

type Shown = Pick<
  Publication,
  "contentPath" | "thumbnails" | "mediaType" | "filename" | "description" | "size"
>;

/** A file where it stands: a picture, a player, or its name and size. */
export function FileView({ file }: { file: Shown }): ReactElement {
  return (
    <figure className="file-view">
      <FileContent file={file} />
      {file.description && <figcaption>{file.description}</figcaption>}
    </figure>
  );
}

function FileContent({ file }: { file: Shown }): ReactElement {
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
