import { type ReactElement, Suspense, useEffect } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { lazyView } from "../../components/load-boundary.tsx";
import { RowMenu } from "../../components/row-menu.tsx";
import { prose } from "../../elements.ts";
import { hostOf } from "../../people/person-card.tsx";
import { Byline, nameOf } from "../../publications/byline.tsx";
import { loadMathFont } from "../../publications/load-math-font.ts";
import type { Publication, ReadingItem } from "../../publications/publication.ts";
import { goTo, Link } from "../../shell/routes.tsx";
import { quotePost } from "./quote-post.ts";
import { SaveForLater } from "./save-for-later.tsx";

const FileContent = lazyView(() => import("./file-content.tsx"));

/** One post or file of the timeline. */
export function TimelineEntry({
  item,
  post,
  isOpen,
  onOpen,
  onPublisher,
  onTag,
}: {
  item: ReadingItem;
  post: Publication;
  isOpen: boolean;
  onOpen: () => void;
  /** Filters by this publisher; absent when that filter is active. */
  onPublisher?: () => void;
  onTag: (tag: string) => void;
}): ReactElement {
  const messages = useMessages();
  const origin = originOf(post);
  const quote = quotePost(
    { ...post, publisher: nameOf(post), text: textOf(post) },
    messages.timeline.original,
  );
  return (
    <li>
      <article
        data-item={post.id}
        data-cursor={item.cursor}
        tabIndex={-1}
        aria-label={messages.timeline.by(nameOf(post))}
      >
        <Byline post={post} />
        {post.excerptHtml !== null && <Excerpt html={post.excerptHtml} />}
        {post.type === "FILE" && (
          <figure className="file-view">
            <Suspense>
              <FileContent file={post} />
            </Suspense>
            {post.description && <figcaption>{post.description}</figcaption>}
          </figure>
        )}
        {post.type === "POST" && post.excerptHtml === null && (
          <p className="hint">{messages.timeline.tooLong}</p>
        )}
        <footer>
          {post.tags.map((tag) => (
            <button key={tag} type="button" className="tag" onClick={() => onTag(tag)}>
              #{tag}
            </button>
          ))}
          <span className="spring" />
          <SaveForLater item={item} />
          {quote !== null && (
            <Button
              look="quiet small"
              data-act="quote"
              onClick={() => goTo("/write", { carried: quote })}
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

function Excerpt({ html }: { html: string }): ReactElement {
  useEffect(() => {
    if (html.includes("<math")) loadMathFont();
  }, [html]);
  return prose({ html: inThemeOfPage(html) });
}

/** The node draws diagrams for both themes of a device; the owner may have chosen one of them for the dashboard. */
function inThemeOfPage(html: string): string {
  const { theme } = document.documentElement.dataset;
  if (theme !== "light" && theme !== "dark") return html;
  return html.replaceAll(
    'media="(prefers-color-scheme: dark)"',
    `media="${theme === "dark" ? "all" : "not all"}"`,
  );
}

/** The node that a post came from; null for this one. */
function originOf({ publisherUrl }: Publication): string | null {
  if (publisherUrl === null) return null;
  return new URL(publisherUrl).origin === location.origin ? null : publisherUrl;
}

/** The words of a post as the timeline shows them, or of its file's description. */
function textOf({ excerptHtml, description, title }: Publication): string {
  if (excerptHtml === null) return description ?? title;
  return new DOMParser().parseFromString(excerptHtml, "text/html").body.textContent;
}
