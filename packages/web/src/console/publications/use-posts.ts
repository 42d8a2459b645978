import { useSiteMessages } from "../../messages/console/use-messages.ts";
import { boundsOfDay } from "../components/format.ts";
import { usePagedList } from "../components/paged-list.tsx";
import { graphqlField } from "../graphql.ts";
import { useOwner } from "../queries.ts";
import type { Publication } from "./publication.ts";

/** A post of the owner in a list. */
export type PostItem = Pick<
  Publication,
  | "id"
  | "type"
  | "state"
  | "publisherAddress"
  | "contentHash"
  | "createdAt"
  | "timestamp"
  | "title"
  | "url"
  | "tags"
> & {
  /** ISO 8601: the date that readers see; null for a draft that was never public. */
  readonly publishedAt: string | null;
  /** ISO 8601; drafts only. */
  readonly scheduledAt: string | null;
  readonly commentCount: number;
};

/** The statuses by which a list of posts can be filtered. */
export const postStatuses = ["drafts", "local", "signed"] as const;
export type PostStatus = (typeof postStatuses)[number];

/** Further filters: any text, and days of the site such as 2026-01-31 (both included), "" for none. */
export interface PostFilter {
  readonly search: string;
  readonly from: string;
  readonly to: string;
}

export const noFilter: PostFilter = { search: "", from: "", to: "" };

const stateOf = { drafts: "DRAFT", local: "LOCAL", signed: "SIGNED" } as const;

/**
 * The owner's posts, newest first; those that match a search, the best first.
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
    since: boundsOfDay(filter.from, timeZone)?.begin,
    until: boundsOfDay(filter.to, timeZone)?.end,
  };
  const states = status === "all" ? Object.values(stateOf) : [stateOf[status]];
  const list = usePagedList<PostItem | { readonly publication: PostItem | null }>(
    ["posts", status, search, filter.from, filter.to, by, timeZone],
    search === "" ? listQuery : searchQuery,
    // The text is last: a word that is not finished yet is found, too.
    search === "" ? { states, ...days, by } : { search: `from:${owner} ${search}`, ...days },
    { keepsLast: true },
  );
  const posts = list.items.map((item) => ("publication" in item ? item.publication : item));
  const items = posts.filter(
    (post): post is PostItem => post?.type === "POST" && (states as readonly string[]).includes(post.state),
  );
  // A post is found by its comments, too.
  return { ...list, items: [...new Map(items.map((post) => [post.id, post])).values()] };
}

/** The Markdown of posts, in their order; "" where it is gone. @throws ApiError */
export function readBodies(ids: readonly string[]): Promise<string[]> {
  return Promise.all(
    ids.map(
      async (id) => (await graphqlField<{ body: string | null } | null>(bodyQuery, { id }))?.body ?? "",
    ),
  );
}

const fields = /* GraphQL */ `
  fragment PostItem on Publication {
    id type state publisherAddress contentHash createdAt timestamp publishedAt title url tags scheduledAt commentCount
  }
`;
const listQuery = /* GraphQL */ `
  query Posts(
    $states: [PublicationState!], $by: PublicationDate!, $since: DateTime, $until: DateTime, $after: String
  ) {
    publications(
      first: 30, states: $states, types: [POST], by: $by, since: $since, until: $until, after: $after
    ) {
      nodes { ...PostItem }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${fields}
`;
const searchQuery = /* GraphQL */ `
  query FindPosts($search: String!, $since: DateTime, $until: DateTime, $after: String) {
    search(first: 30, query: $search, since: $since, until: $until, after: $after) {
      nodes {
        publication { ...PostItem }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
  ${fields}
`;
const bodyQuery = /* GraphQL */ `
  query BodyOf($id: ID!) { publication(id: $id) { body } }
`;
