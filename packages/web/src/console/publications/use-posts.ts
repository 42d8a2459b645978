import { graphql, type ReplyOf } from "@freehold/client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSiteMessages } from "../../messages/console/use-messages.ts";
import { boundsOfDay } from "../components/format.ts";
import { usePages } from "../components/paged-list.tsx";
import { askField, type Page } from "../graphql.ts";
import { useOwner } from "../queries.ts";
import { onNews } from "../shell/live-updates.ts";

/**
 * A post of the owner in a list. `publishedAt` is the date that readers see, null for a draft that was never public;
 * `scheduledAt` is of drafts only.
 */
const postFields = graphql(`fragment PostItem on Publication {
  id type state publisherAddress contentHash createdAt timestamp publishedAt title url tags scheduledAt commentCount reads isPage
  changes { revision isOutdated }
}`);
export type PostItem = ReplyOf<typeof postFields>;

/** The statuses by which a list of posts can be filtered. */
export const postStatuses = ["drafts", "local", "signed"] as const;
export type PostStatus = (typeof postStatuses)[number];

/** The orders of a list of posts besides that by date. */
export const postOrders = ["changed", "title", "reads"] as const;
export type PostOrder = (typeof postOrders)[number];

/** Further filters: any text, and days of the site such as 2026-01-31 (both included), "" for none; and the order, "" for that by date. */
export interface PostFilter {
  readonly search: string;
  readonly from: string;
  readonly to: string;
  readonly sort: PostOrder | "";
}

export const noFilter: PostFilter = { search: "", from: "", to: "", sort: "" };

const orderOf = { changed: "CHANGED", title: "TITLE", reads: "READS" } as const;

const stateOf = { drafts: "DRAFT", local: "LOCAL", signed: "SIGNED" } as const;

/**
 * The owner's posts, newest first or in the order of the filter; those that match a search, the best first.
 *
 * @param by the date that orders them: that which readers see, or that of signing
 */
export function usePosts(
  status: PostStatus | "all",
  filter: PostFilter = noFilter,
  by: "PUBLISHED" | "SIGNED" = "PUBLISHED",
) {
  const owner = useOwner();
  const { timeZone } = useSiteMessages();
  const search = filter.search.trim();
  const days = {
    since: boundsOfDay(filter.from, timeZone)?.begin.toISOString(),
    until: boundsOfDay(filter.to, timeZone)?.end.toISOString(),
  };
  const states = status === "all" ? Object.values(stateOf) : [stateOf[status]];
  const read = async (after: string | null, signal: AbortSignal): Promise<Page<PostItem>> => {
    const order = filter.sort === "" ? null : orderOf[filter.sort];
    if (search === "") return await askField(listQuery, { states, ...days, by, order, after }, signal);
    // The text is last: a word that is not finished yet is found, too.
    const found = { search: `from:${owner} ${search}`, ...days, after };
    const page = await askField(searchQuery, found, signal);
    return { ...page, nodes: page.nodes.flatMap(({ publication }) => publication ?? []) };
  };
  const key = ["posts", status, search, filter.from, filter.to, filter.sort, by, timeZone];
  const list = usePages(key, read, { keepsLast: true });
  const items = list.items.filter(
    ({ type, state }) => type === "POST" && (states as readonly string[]).includes(state),
  );
  // The node publishes them by itself, and tells of it.
  const isAwaited = items.some(({ scheduledAt }) => scheduledAt !== null);
  const client = useQueryClient();
  useEffect(() => {
    if (!isAwaited) return;
    return onNews("timeline", () => void client.invalidateQueries({ queryKey: ["posts"] }));
  }, [isAwaited, client]);
  // A post is found by its comments, too.
  return { ...list, items: [...new Map(items.map((post) => [post.id, post])).values()] };
}

/** The Markdown of posts, in their order; "" where it is gone. @throws ApiError */
export function readBodies(ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await askField(bodyQuery, { id }))?.body ?? ""));
}

const listQuery = graphql(
  `query Posts(
    $states: [PublicationState!], $by: PublicationDate!, $order: PublicationOrder, $since: DateTime, $until: DateTime,
    $after: String
  ) {
    publications(
      first: 30, states: $states, types: [POST], by: $by, order: $order, since: $since, until: $until, after: $after
    ) {
      nodes { ...PostItem }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [postFields],
);
const searchQuery = graphql(
  `query FindPosts($search: String!, $since: DateTime, $until: DateTime, $after: String) {
    search(first: 30, query: $search, since: $since, until: $until, after: $after) {
      nodes {
        publication { ...PostItem }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  [postFields],
);
const bodyQuery = graphql("query BodyOf($id: ID!) { publication(id: $id) { body } }");
