import { useInfiniteQuery } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import type { Page, Publication } from "./publication.ts";

/** A post of the owner's as a list shows it. */
export type ListedPost = Pick<
  Publication,
  "id" | "state" | "contentHash" | "createdAt" | "timestamp" | "body" | "url" | "tags"
> & {
  /** ISO 8601; of a draft alone. */
  readonly scheduledAt: string | null;
};

/** The owner's posts in one state, newest first. */
export function usePosts(state: Publication["state"]) {
  return useInfiniteQuery({
    queryKey: ["posts", state],
    queryFn: ({ pageParam, signal }) =>
      ask<{ publications: Page<ListedPost> }>(query, { states: [state], after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ publications: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

const query = /* GraphQL */ `
  query Posts($states: [PublicationState!], $after: String) {
    publications(first: 30, states: $states, types: [POST], after: $after) {
      nodes {
        id
        state
        contentHash
        createdAt
        timestamp
        body
        url
        tags
        scheduledAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
