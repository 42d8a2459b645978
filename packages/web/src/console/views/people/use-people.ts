import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import type { Page } from "../../publications/publication.ts";
import type { ConnectedNode, Side } from "./node.ts";

/** Those on one side, in the order in which they came. */
export function usePeople(side: Side) {
  return useInfiniteQuery({
    queryKey: ["people", side],
    queryFn: async ({ pageParam, signal }) =>
      (await ask<Record<Side, Page<ConnectedNode>>>(queries[side], { after: pageParam }, signal))[side],
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

/** How many there are on each side, and blocked. */
export function usePeopleCounts() {
  return useQuery({
    queryKey: ["people-counts"],
    queryFn: async ({ signal }) => (await ask<CountsReply>(countsQuery, {}, signal)).connectionCounts,
  });
}

interface CountsReply {
  readonly connectionCounts: Readonly<Record<Side | "blocked", number>>;
}

const countsQuery = /* GraphQL */ `
  query PeopleCounts {
    connectionCounts {
      following
      followers
      blocked
    }
  }
`;

const queries: Readonly<Record<Side, string>> = {
  following: /* GraphQL */ `
    query Following($after: String) {
      following(first: 30, after: $after) {
        nodes {
          address
          url
          title
          description
          createdAt
          health
          failures
          failingSince
          nextTryAt
          lastSuccessAt
          lastError
          heardAt
          caughtUpAt
          replicas
          replicaBytes
          isQuotaFull
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  followers: /* GraphQL */ `
    query Followers($after: String) {
      followers(first: 30, after: $after) {
        nodes {
          address
          url
          title
          description
          createdAt
          health
          failures
          failingSince
          nextTryAt
          lastSuccessAt
          lastError
          heardAt
          caughtUpAt
          replicas
          replicaBytes
          isQuotaFull
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
};
