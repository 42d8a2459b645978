import { graphql } from "@freehold/client";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { formatMoment, formatReason } from "../../components/format.ts";
import { usePagedList } from "../../components/paged-list.tsx";
import type { ItemOf } from "../../graphql.ts";
import { useField } from "../../queries.ts";

/** The side of a connection. */
export type Side = "following" | "followers";

/** A node that follows this one or is followed. */
export type ConnectedNode = ItemOf<typeof query>;

/** A connected node, as it is shown. */
export interface PersonProps {
  readonly person: ConnectedNode;
  readonly side: Side;
}

/** The nodes on one side, in order of time. */
export function usePeople(side: Side) {
  return usePagedList(["people", side], query, { isFollowing: side === "following" });
}

/** The numbers of followed, followers and blocked. */
export function usePeopleCounts() {
  return useField(["people-counts"], countsQuery);
}

const countsQuery = graphql("query PeopleCounts { connectionCounts { following followers blocked } }");

const query = graphql(`query People($isFollowing: Boolean!, $after: String) {
  following(first: 30, after: $after) @include(if: $isFollowing) { ...PeoplePage }
  followers(first: 30, after: $after) @skip(if: $isFollowing) { ...PeoplePage }
}
fragment PeoplePage on ConnectedNodeConnection {
  nodes {
    address url title description picture ens { name picture } createdAt health failures failingSince nextTryAt lastSuccessAt
    lastError heardAt caughtUpAt replicas replicaBytes isQuotaFull
  }
  pageInfo { hasNextPage endCursor }
}`);

/** The state of the connection to a node: one sentence, or three when it fails (since when, why, next attempt). */
export function describeHealth(
  messages: Pick<ConsoleMessages, "people" | "reasons" | "answered" | "language">,
  { health, failingSince, lastSuccessAt, lastError, nextTryAt }: ConnectedNode,
  now: number = Date.now(),
): string[] {
  const texts = messages.people;
  const moment = (iso: string) => formatMoment(Date.parse(iso), messages.language, now);
  if (health === "HEALTHY") return [lastSuccessAt ? texts.reached(moment(lastSuccessAt)) : texts.notTried];
  const isLater = nextTryAt !== null && Date.parse(nextTryAt) > now;
  return [
    texts.failing(moment(failingSince ?? new Date(now).toISOString())),
    ...(lastError ? [formatReason(messages, lastError)] : []),
    isLater ? texts.next(moment(nextTryAt)) : texts.nextSoon,
  ];
}
