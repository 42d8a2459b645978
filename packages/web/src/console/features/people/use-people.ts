import type { Address } from "@freehold/protocol";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { formatMoment, formatReason } from "../../components/format.ts";
import { usePagedList } from "../../components/paged-list.tsx";
import type { EnsName } from "../../people/person-card.tsx";
import { useField } from "../../queries.ts";

/** The side of a connection. */
export type Side = "following" | "followers";

/** A node that follows this one or is followed, as in the GraphQL schema; times are ISO 8601. */
export interface ConnectedNode {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** A path on this node; null when there is no picture. */
  readonly picture: string | null;
  readonly ens: EnsName | null;
  readonly createdAt: string;
  readonly health: "HEALTHY" | "FAILING";
  readonly failures: number;
  readonly failingSince: string | null;
  readonly nextTryAt: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  readonly heardAt: string | null;
  readonly caughtUpAt: string | null;
  readonly replicas: number;
  readonly replicaBytes: number;
  readonly isQuotaFull: boolean;
}

/** A connected node, as it is shown. */
export interface PersonProps {
  readonly person: ConnectedNode;
  readonly side: Side;
}

/** The nodes on one side, in order of time. */
export function usePeople(side: Side) {
  return usePagedList<ConnectedNode>(["people", side], query, { isFollowing: side === "following" });
}

/** The numbers of followed, followers and blocked. */
export function usePeopleCounts() {
  return useField<Readonly<Record<Side | "blocked", number>>>(["people-counts"], countsQuery);
}

const countsQuery = /* GraphQL */ `
  query PeopleCounts { connectionCounts { following followers blocked } }
`;

const query = /* GraphQL */ `
  query People($isFollowing: Boolean!, $after: String) {
    following(first: 30, after: $after) @include(if: $isFollowing) { ...PeoplePage }
    followers(first: 30, after: $after) @skip(if: $isFollowing) { ...PeoplePage }
  }
  fragment PeoplePage on ConnectedNodeConnection {
    nodes {
      address url title description picture ens { name picture } createdAt health failures failingSince nextTryAt lastSuccessAt
      lastError heardAt caughtUpAt replicas replicaBytes isQuotaFull
    }
    pageInfo { hasNextPage endCursor }
  }
`;

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
