import { useQuery } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import type { Page } from "../../publications/publication.ts";
import { usePages } from "../../shell/use-pages.ts";
import type { ConnectedNode, Side } from "./node.ts";

/** Those on one side, in the order in which they came. */
export function usePeople(side: Side) {
  return usePages(["people", side], async (after, signal) => {
    const variables = { isFollowing: side === "following", after };
    return (await ask<Record<Side, Page<ConnectedNode>>>(query, variables, signal))[side];
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

const query = /* GraphQL */ `
  query People($isFollowing: Boolean!, $after: String) {
    following(first: 30, after: $after) @include(if: $isFollowing) {
      ...PeoplePage
    }
    followers(first: 30, after: $after) @skip(if: $isFollowing) {
      ...PeoplePage
    }
  }
  fragment PeoplePage on ConnectedNodeConnection {
    nodes {
      address
      url
      title
      description
      picture
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
`;
