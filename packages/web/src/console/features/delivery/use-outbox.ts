import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { usePagedList } from "../../components/paged-list.tsx";
import type { Publication } from "../../publications/publication.ts";
import { useField } from "../../queries.ts";
import type { Delivery } from "./use-delivery.ts";

/** An entry of the outbox. */
export type OutboxEntry = Delivery & {
  readonly kind: keyof ConsoleMessages["delivery"]["kinds"];
  /** The publication that the entry delivers. */
  readonly publication: Pick<Publication, "id" | "title"> | null;
};

export type OutboxState = "pending" | "refused" | "expired";

/** Outbox entries in one state: waiting ones oldest first, others newest first. */
export function useOutbox(state: OutboxState) {
  const variables = { state: state.toUpperCase(), oldestFirst: state === "pending" };
  return usePagedList<OutboxEntry>(["outbox", state], query, variables, {
    refetchInterval: state === "pending" && 30_000,
  });
}

/** The number of outbox entries in each state. */
export function useOutboxCounts() {
  type Status = { readonly outbox: Readonly<Record<OutboxState, number>> };
  return useField<Status>(["outbox-counts"], countsQuery).data?.outbox;
}

const query = /* GraphQL */ `
  query Outbox($state: DeliveryState, $oldestFirst: Boolean, $after: String) {
    outbox(first: 30, state: $state, oldestFirst: $oldestFirst, after: $after) {
      nodes {
        id kind address: peerAddress title: peerTitle url: peerUrl
        state attempts createdAt nextTryAt finishedAt reason: lastError
        publication { id title }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`;
const countsQuery = /* GraphQL */ `
  query OutboxCounts {
    nodeStatus {
      outbox { pending refused expired }
    }
  }
`;
