import { graphql } from "@freehold/client";
import { usePagedList } from "../../components/paged-list.tsx";
import type { ItemOf } from "../../graphql.ts";
import { useField } from "../../queries.ts";

/** An entry of the outbox. */
export type OutboxEntry = ItemOf<typeof query>;

const states = { pending: "PENDING", refused: "REFUSED", expired: "EXPIRED" } as const;
export type OutboxState = keyof typeof states;

/** Outbox entries in one state: waiting ones oldest first, others newest first. */
export function useOutbox(state: OutboxState) {
  const variables = { state: states[state], oldestFirst: state === "pending" };
  return usePagedList(["outbox", state], query, variables, {
    refetchInterval: state === "pending" && 30_000,
  });
}

/** The number of outbox entries in each state. */
export function useOutboxCounts() {
  return useField(["outbox-counts"], countsQuery).data?.outbox ?? undefined;
}

const query = graphql(`query Outbox($state: DeliveryState, $oldestFirst: Boolean, $after: String) {
  outbox(first: 30, state: $state, oldestFirst: $oldestFirst, after: $after) {
    nodes {
      id kind address: peerAddress title: peerTitle url: peerUrl
      state attempts createdAt nextTryAt finishedAt reason: lastError
      publication { id title }
    }
    pageInfo { hasNextPage endCursor }
  }
}`);
const countsQuery = graphql(`query OutboxCounts {
  nodeStatus {
    outbox { pending refused expired }
  }
}`);
