import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { ask } from "../../ask.ts";
import { useKeys } from "../../desk/use-keys.ts";
import { Details } from "../../publications/details.tsx";
import type { Page, Publication } from "../../publications/publication.ts";
import { Trouble } from "../../trouble.tsx";
import { useWords } from "../../words/use-words.ts";
import { Filters, type TimelineFilter, toVariables } from "./filters.tsx";
import { TimelineEntry } from "./timeline-entry.tsx";

const everything: TimelineFilter = { type: "", tag: "", publisher: null };

/** The owner's own posts and those of everybody who is followed, newest first. */
export default function Timeline(): ReactElement {
  const words = useWords();
  const [filter, setFilter] = useState(everything);
  const [openId, open] = useState<string | null>(null);
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useTimeline(filter);
  const posts = data?.pages.flatMap(({ timeline }) => timeline.nodes) ?? [];
  const details = posts.find(({ id }) => id === openId);
  useKeys({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    o: () => open(focusedId() ?? null),
    m: () => hasNextPage && void fetchNextPage(),
    Escape: () => open(null),
  });
  return (
    <div className={details ? "with-details" : undefined}>
      <section className="timeline">
        <h1>{words.places.timeline}</h1>
        <Filters filter={filter} onChange={setFilter} />
        <Trouble error={error} onRetry={() => void refetch()} />
        {isPending && <p className="stills" aria-busy="true" />}
        {data && posts.length === 0 && (
          <p className="empty">{filter === everything ? words.timeline.empty : words.timeline.nothingSo}</p>
        )}
        <ol className="posts">
          {posts.map((post) => (
            <TimelineEntry
              key={post.id}
              post={post}
              isOpen={post.id === openId}
              onOpen={() => open(post.id === openId ? null : post.id)}
              onPublisher={() => setFilter({ ...filter, publisher: post })}
              onTag={(tag) => setFilter({ ...filter, tag })}
            />
          ))}
        </ol>
        {hasNextPage && (
          <button
            type="button"
            className="plain"
            disabled={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >
            {words.more}
          </button>
        )}
      </section>
      {details && (
        <Details
          key={details.id}
          post={details}
          onClose={() => {
            open(null);
            document.querySelector<HTMLElement>(`[data-post="${details.id}"]`)?.focus();
          }}
        />
      )}
    </div>
  );
}

function useTimeline(filter: TimelineFilter) {
  const variables = toVariables(filter);
  return useInfiniteQuery({
    queryKey: ["timeline", variables],
    queryFn: ({ pageParam, signal }) => ask<Reply>(query, { ...variables, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ timeline: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

function focusedId(): string | undefined {
  return (document.activeElement?.closest("[data-post]") as HTMLElement | null)?.dataset.post;
}

/** To the next post or the one before; from outside the list to its first. */
function moveFocus(step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>("[data-post]")];
  const current = entries.findIndex(({ dataset }) => dataset.post === focusedId());
  const next = entries[current === -1 ? 0 : current + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

interface Reply {
  readonly timeline: Page<Publication>;
}

const query = /* GraphQL */ `
  query Timeline($after: String, $types: [PublicationType!], $tag: String, $publisher: Address) {
    timeline(first: 20, after: $after, types: $types, tag: $tag, publisher: $publisher) {
      nodes {
        id
        type
        state
        contentHash
        publisherAddress
        publisherTitle
        publisherUrl
        timestamp
        signature
        createdAt
        description
        mediaType
        filename
        size
        url
        contentPath
        thumbnails {
          sm
          md
          lg
        }
        body
        tags
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
