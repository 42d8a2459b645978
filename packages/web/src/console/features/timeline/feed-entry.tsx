import type { ReactElement } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { Button } from "../../components/controls.tsx";
import { formatDateTime, formatMoment } from "../../components/format.ts";
import { RowMenu } from "../../components/row-menu.tsx";
import { prose } from "../../elements.ts";
import type { FeedEntry, ReadingItem } from "../../publications/publication.ts";
import { SaveForLater } from "./save-for-later.tsx";

/** One entry of a feed in the timeline: never with a seal, since nobody signed it. */
export function FeedEntryItem({
  item,
  entry,
  onFeed,
}: {
  item: ReadingItem;
  entry: FeedEntry;
  /** Filters by this feed; absent when that filter is active. */
  onFeed?: () => void;
}): ReactElement {
  const messages = useMessages();
  const texts = messages.timeline;
  const { feed, title, url, html, author, fileUrl, fileType } = entry;
  const at = Date.parse(entry.publishedAt);
  return (
    <li>
      <article
        data-item={`e${entry.id}`}
        data-cursor={item.cursor}
        tabIndex={-1}
        aria-label={texts.by(feed.title)}
      >
        <p className="byline">
          <span className="feed-picture" aria-hidden="true">
            {[...feed.title][0]?.toUpperCase()}
          </span>
          <span className="byline-name">{feed.title}</span>
          <time dateTime={entry.publishedAt} title={formatDateTime(at, messages.language)}>
            {formatMoment(at, messages.language)}
          </time>
          <span className="unsigned" title={texts.unsignedHint}>
            <svg className="no-seal" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
              <circle cx="12" cy="12" r="8.5" />
            </svg>
            {texts.unsigned}
          </span>
        </p>
        {title !== "" && (
          <h2 className="entry-title">
            {url === null ? (
              title
            ) : (
              <a href={url} rel="noopener noreferrer">
                {title}
              </a>
            )}
          </h2>
        )}
        {html !== null && prose({ html })}
        <footer>
          {author !== null && author !== feed.title && <span>{author}</span>}
          {fileUrl !== null && (
            <a className="quiet small" href={fileUrl} rel="noopener noreferrer">
              {texts[fileTextOf(fileType)]}
            </a>
          )}
          <span className="spring" />
          <SaveForLater item={item} />
          {url !== null && (
            <a className="quiet small" data-act="reply" href={url} rel="noopener noreferrer">
              {texts.openAt(new URL(url).host)}
            </a>
          )}
          {onFeed && (
            <RowMenu label={messages.postTable.actions(title || feed.title)}>
              <Button onClick={onFeed} text={texts.onlyFeed} />
            </RowMenu>
          )}
        </footer>
      </article>
    </li>
  );
}

/** The name of the link to a file; many feeds say nothing of its type. */
function fileTextOf(type: string | null): "listen" | "picture" | "file" {
  if (type?.startsWith("image/")) return "picture";
  return /^(?:audio|video)\//.test(type ?? "") ? "listen" : "file";
}
