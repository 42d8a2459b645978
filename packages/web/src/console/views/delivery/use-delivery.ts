import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ask } from "../../ask.ts";
import type { Delivery } from "../../delivery/delivery.ts";
import type { Page } from "../../publications/publication.ts";

/** Who has a publication: how many in each state, and a page of them. */
export interface PublicationDelivery {
  readonly pending: number;
  readonly done: number;
  readonly refused: number;
  readonly expired: number;
  readonly followers: Page<Delivery>;
}

export type DeliveryFilter = "all" | Delivery["state"];

interface Reply {
  readonly publicationDelivery: PublicationDelivery;
}

/** The followers of a publication page by page, those in one state alone where the filter says so. */
export function useDelivery(id: string, filter: DeliveryFilter) {
  return useInfiniteQuery({
    queryKey: ["delivery", id, filter],
    queryFn: async ({ pageParam, signal }) =>
      (await ask<Reply>(query, { id, first: 60, state: stateOf(filter), after: pageParam }, signal))
        .publicationDelivery,
    initialPageParam: null as string | null,
    getNextPageParam: ({ followers: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
}

/** The first faces of a publication. */
export function useFaces(id: string, first: number) {
  return useQuery({
    queryKey: ["faces", id],
    queryFn: async ({ signal }) => (await ask<Reply>(query, { id, first }, signal)).publicationDelivery,
  });
}

function stateOf(filter: DeliveryFilter): Delivery["state"] | null {
  return filter === "all" ? null : filter;
}

const query = /* GraphQL */ `
  query Delivery($id: ID!, $first: Int!, $state: DeliveryState, $after: String) {
    publicationDelivery(id: $id, first: $first, state: $state, after: $after) {
      pending
      done
      refused
      expired
      followers {
        nodes {
          id
          peerAddress
          peerTitle
          peerUrl
          state
          attempts
          createdAt
          nextTryAt
          finishedAt
          reason
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`;
