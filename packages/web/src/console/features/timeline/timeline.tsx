import type { Address } from "@freehold/protocol";
import { Fragment, type ReactElement, Suspense, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { lazyView } from "../../components/load-boundary.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import type { Publication, ReadingItem } from "../../publications/publication.ts";
import { actOnFocused, focusItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { FeedEntryItem } from "./feed-entry.tsx";
import { NewPosts, useNewPosts } from "./new-posts.tsx";
import { goToLine, ReadLine, Unread, useReadPosition } from "./read-position.tsx";
import { TimelineEntry } from "./timeline-entry.tsx";
import { Filters, type TimelineFilter, useTimeline, variablesOf } from "./timeline-filters.tsx";

const PublicationDetails = lazyView(() => import("../../publications/publication-details.tsx"));

const everything: TimelineFilter = { type: "all", tag: "", publisher: null, feed: null };

/**
 * Posts of the owner and of followed nodes, and entries of feeds, newest first.
 *
 * @param props.of the address of the only publisher to show, or `feed-` and the id of the only feed
 */
export function Timeline({ of }: { of: string | undefined }): ReactElement {
  const messages = useMessages();
  const [filter, setFilter] = useState(() => filterOf(of));
  const [openId, open] = useState<string | null>(null);
  const list = useTimeline(filter);
  const items = withoutShownFiles(list.items, filter);
  const posts = items.flatMap(({ publication }) => publication ?? []);
  const details = posts.find(({ id }) => id === openId);
  const fresh = useNewPosts(variablesOf(filter), list.items);
  const isAll = Object.values(variablesOf(filter)).every((value) => value === null);
  const place = useReadPosition(items, isAll);
  const showNew = async () => {
    fresh.forget();
    await list.refetch();
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>("[data-item]")?.focus();
  };
  useListKeys(list, open);
  useKeys({
    n: () => fresh.count > 0 && showNew(),
    q: () => actOnFocused("quote"),
    r: () => actOnFocused("reply"),
    s: () => actOnFocused("later"),
    u: () => goToLine(list),
  });
  const showItem = (item: ReadingItem) => {
    const { publication: post, entry } = item;
    if (entry)
      return (
        <FeedEntryItem
          item={item}
          entry={entry}
          {...(filter.feed === null && { onFeed: () => setFilter({ ...everything, feed: entry.feed }) })}
        />
      );
    if (post === null) return null;
    return (
      <TimelineEntry
        item={item}
        post={post}
        isOpen={post.id === openId}
        onOpen={() => open(post.id === openId ? null : post.id)}
        {...(filter.publisher === null && {
          onPublisher: () => setFilter({ ...filter, publisher: post }),
        })}
        onTag={(tag) => setFilter({ ...filter, tag })}
      />
    );
  };
  return (
    <div className={details ? "with-details" : undefined}>
      <section className="timeline">
        <Filters filter={withName(filter, items)} onChange={setFilter} />
        <Unread
          count={place.unread}
          onJump={() => void goToLine(list)}
          onAllRead={() => void place.markAllRead()}
        />
        <NewPosts count={fresh.count} onShow={() => void showNew()} />
        <PagedList
          list={list}
          items={items}
          empty={isAll ? messages.timeline.empty : messages.timeline.noMatches}
          as="ol"
          look="posts"
        >
          {(item) => (
            <Fragment key={item.cursor}>
              {item.cursor === place.lineBefore && <ReadLine />}
              {showItem(item)}
            </Fragment>
          )}
        </PagedList>
      </section>
      {details && (
        <Suspense>
          <PublicationDetails
            key={details.id}
            post={details}
            onClose={() => {
              open(null);
              focusItem(details.id);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function filterOf(of: string | undefined): TimelineFilter {
  const [, feed] = /^feed-(\d+)$/.exec(of ?? "") ?? [];
  if (feed !== undefined) return { ...everything, feed: { id: feed, title: "…" } };
  // The node writes addresses as they are in its own links, and refuses any other.
  return of === undefined || !/^0x[0-9a-f]{40}$/i.test(of)
    ? everything
    : { ...everything, publisher: { publisherAddress: of as Address, publisherTitle: null } };
}

/** Names the filtered publisher or feed once something of theirs is loaded. */
function withName(filter: TimelineFilter, items: readonly ReadingItem[]): TimelineFilter {
  const { publisher, feed } = filter;
  const posts = items.flatMap(({ publication }) => publication ?? []);
  const named = posts.find(({ publisherAddress }) => publisherAddress === publisher?.publisherAddress);
  const known = items.find(({ entry }) => entry?.feed.id === feed?.id)?.entry?.feed;
  return {
    ...filter,
    publisher: publisher && (named ?? publisher),
    feed: feed && (known ?? feed),
  };
}

/** Leaves out pictures that are shown inside a post, unless files are filtered. */
function withoutShownFiles(items: readonly ReadingItem[], { type }: TimelineFilter): readonly ReadingItem[] {
  const shown = new Set(items.flatMap(({ publication }) => publication?.keptPictures ?? []));
  const isShown = (post: Publication) =>
    type !== "FILE" && post.type === "FILE" && shown.has(post.contentHash);
  return items.filter(({ publication }) => publication === null || !isShown(publication));
}
