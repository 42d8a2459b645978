import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import type { Delivery } from "../../delivery/delivery.ts";
import type { Page } from "../../publications/publication.ts";
import type { ConsoleWords } from "../../words/en.ts";

/** Something that another node is to be told. */
export type OutboxEntry = Delivery & {
  readonly kind: keyof ConsoleWords["delivery"]["kinds"];
  /** Of a publication. */
  readonly publication: {
    readonly id: string;
    readonly body: string | null;
    readonly filename: string | null;
  } | null;
};

export type OutboxState = "pending" | "refused" | "expired";

/** What of the outbox is in a state: what waits, the oldest first; what is over, the newest first. */
export function useOutbox(state: OutboxState) {
  return useInfiniteQuery({
    queryKey: ["outbox", state],
    queryFn: ({ pageParam, signal }) =>
      ask<{ outbox: Page<OutboxEntry> }>(
        query,
        { state: state.toUpperCase(), oldestFirst: state === "pending", after: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ outbox: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    refetchInterval: state === "pending" ? 30_000 : false,
  });
}

/** How much there is in each state. */
export function useOutboxCounts() {
  return useQuery({
    queryKey: ["outbox-counts"],
    queryFn: async ({ signal }) => (await ask<CountsReply>(countsQuery, {}, signal)).nodeStatus.outbox,
  });
}

interface CountsReply {
  readonly nodeStatus: { readonly outbox: Readonly<Record<OutboxState, number>> };
}

const query = /* GraphQL */ `
  query Outbox($state: DeliveryState, $oldestFirst: Boolean, $after: String) {
    outbox(first: 30, state: $state, oldestFirst: $oldestFirst, after: $after) {
      nodes {
        id
        kind
        peerAddress
        peerTitle
        peerUrl
        state
        attempts
        createdAt
        nextTryAt
        finishedAt
        reason: lastError
        publication {
          id
          body
          filename
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;
const countsQuery = /* GraphQL */ `
  query OutboxCounts {
    nodeStatus {
      outbox {
        pending
        refused
        expired
      }
    }
  }
`;
