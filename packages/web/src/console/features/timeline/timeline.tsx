import type { Address } from "@freehold/protocol";
import { type ReactElement, Suspense, useState } from "react";
import { useMessages } from "../../../messages/console/use-messages.ts";
import { lazyView } from "../../components/lazy-view.ts";
import { PagedList } from "../../components/paged-list.tsx";
import type { Publication } from "../../publications/publication.ts";
import { actOnFocused, focusItem, useKeys, useListKeys } from "../../shell/keyboard.ts";
import { NewPosts, useNewPosts } from "./new-posts.tsx";
import { TimelineEntry } from "./timeline-entry.tsx";
import { Filters, type TimelineFilter, useTimeline, variablesOf } from "./timeline-filters.tsx";

const PublicationDetails = lazyView(() => import("../../publications/publication-details.tsx"));

const everything: TimelineFilter = { type: "all", tag: "", publisher: null };

/** Posts of the owner and of followed nodes, newest first. @param props.of the address of the only publisher to show */
export function Timeline({ of }: { of: string | undefined }): ReactElement {
  const messages = useMessages();
  const [filter, setFilter] = useState(() => filterOf(of));
  const [openId, open] = useState<string | null>(null);
  const list = useTimeline(filter);
  const posts = withoutShownFiles(list.items, filter);
  const details = posts.find(({ id }) => id === openId);
  const fresh = useNewPosts(variablesOf(filter), list.items);
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
  });
  return (
    <div className={details ? "with-details" : undefined}>
      <section className="timeline">
        <Filters filter={withName(filter, posts)} onChange={setFilter} />
        <NewPosts count={fresh.count} onShow={() => void showNew()} />
        <PagedList
          list={list}
          items={posts}
          empty={filter === everything ? messages.timeline.empty : messages.timeline.noMatches}
          as="ol"
          look="posts"
        >
          {(post) => (
            <TimelineEntry
              key={post.id}
              post={post}
              isOpen={post.id === openId}
              onOpen={() => open(post.id === openId ? null : post.id)}
              {...(filter.publisher === null && {
                onPublisher: () => setFilter({ ...filter, publisher: post }),
              })}
              onTag={(tag) => setFilter({ ...filter, tag })}
            />
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
  // The node writes addresses as they are in its own links, and refuses any other.
  return of === undefined || !/^0x[0-9a-f]{40}$/i.test(of)
    ? everything
    : { ...everything, publisher: { publisherAddress: of as Address, publisherTitle: null } };
}

/** Names the filtered publisher once one of their posts is loaded. */
function withName(filter: TimelineFilter, posts: readonly Publication[]): TimelineFilter {
  const { publisher } = filter;
  const named = posts.find(({ publisherAddress }) => publisherAddress === publisher?.publisherAddress);
  return publisher && named ? { ...filter, publisher: named } : filter;
}

/** Leaves out pictures that are shown inside a post, unless files are filtered. */
function withoutShownFiles(posts: readonly Publication[], { type }: TimelineFilter): readonly Publication[] {
  const shown = new Set(posts.flatMap(({ keptPictures }) => keptPictures));
  return posts.filter((post) => type === "FILE" || post.type === "POST" || !shown.has(post.contentHash));
}
