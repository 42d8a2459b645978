import { graphql } from "@freehold/client";
import { minuteMs } from "@freehold/protocol/internal";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ConsoleMessages } from "../../../messages/console/en.ts";
import { formatMoment, formatReason } from "../../components/format.ts";
import { askField, type FieldOf } from "../../graphql.ts";
import { useField } from "../../queries.ts";

/** The delivery of a publication: the number in each state, and a page of followers. */
export type PublicationDelivery = FieldOf<typeof deliveryQuery>;

/** A delivery to a follower. */
export type Delivery = PublicationDelivery["followers"]["nodes"][number];

/** The part of a delivery that an entry of the outbox has, too. */
type Attempts = Pick<Delivery, "state" | "attempts" | "createdAt" | "nextTryAt" | "finishedAt" | "reason">;

/** A button that retries. */
export interface RetryProps {
  readonly isTrying: boolean;
  readonly onRetry: () => void;
}

type Messages = Pick<ConsoleMessages, "delivery" | "reasons" | "answered" | "language">;

/** Reasons of this node: the other one was not asked. */
const ownReasons =
  /^(?:it is no follower|deleted before|the (?:node|follow) (?:is|was) |it is not signed|a newer profile|its owner gave|the signature's hour)/;

/** The state of a delivery: delivered, on its way, waiting, refused, not sent or given up. */
export function formatDelivery(
  { delivery: { states }, language }: Messages,
  { state, attempts, createdAt, reason }: Pick<Delivery, "state" | "attempts" | "createdAt" | "reason">,
): string {
  if (state === "DONE") return states.has;
  if (state === "REFUSED") return ownReasons.test(reason ?? "") ? states.notSent : states.refused;
  if (state === "EXPIRED") return states.expired;
  if (attempts === 0) return states.sending;
  const since = Date.parse(createdAt);
  return Date.now() - since < minuteMs ? states.waitingNow : states.waiting(formatMoment(since, language));
}

/** The reason for the state of a delivery, and its next step, as sentences. */
export function describeDelivery(messages: Messages, delivery: Attempts, now: number = Date.now()): string[] {
  const texts = messages.delivery;
  const { state, attempts, reason, nextTryAt, finishedAt } = delivery;
  const moment = (iso: string) => formatMoment(Date.parse(iso), messages.language, now);
  const why = reason ? [formatReason(messages, reason)] : [];
  if (state === "PENDING") {
    const isLater = nextTryAt !== null && Date.parse(nextTryAt) > now + minuteMs;
    return [...why, texts.tries(attempts), isLater ? texts.next(moment(nextTryAt)) : texts.nextSoon];
  }
  if (finishedAt === null) return why;
  return [...why, state === "DONE" ? texts.arrived(moment(finishedAt)) : texts.ended(moment(finishedAt))];
}

/** The answer of a node to the proof of a post, as a sentence. */
export function describeReceipt(
  { receipts, language }: Pick<ConsoleMessages, "receipts" | "language">,
  { answer, answeredAt }: Pick<Delivery, "answer" | "answeredAt">,
): string {
  if (answer === null || answeredAt === null) return receipts.unknown;
  const when = formatMoment(Date.parse(answeredAt), language);
  return answer === "HAS" ? receipts.has(when) : receipts.accepted(when);
}

export type DeliveryFilter = "all" | Delivery["state"];

/** The followers of a publication page by page, all or in one state. */
export function useDelivery(id: string, filter: DeliveryFilter) {
  const list = useInfiniteQuery({
    queryKey: ["delivery", id, filter],
    queryFn: ({ pageParam: after, signal }) => {
      const state = filter === "all" ? null : filter;
      return askField(deliveryQuery, { id, first: 60, state, after }, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ followers: { pageInfo } }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  return { ...list, items: list.data?.pages.flatMap(({ followers }) => followers.nodes) ?? [] };
}

/** The first followers of a publication. */
export function useFirstDeliveries(id: string, first: number) {
  return useField(["avatars", id], deliveryQuery, { id, first });
}

const deliveryQuery = graphql(`query Delivery($id: ID!, $first: Int!, $state: DeliveryState, $after: String) {
  publicationDelivery(id: $id, first: $first, state: $state, after: $after) {
    pending done refused expired
    followers {
      nodes {
        id address: peerAddress title: peerTitle url: peerUrl
        state attempts createdAt nextTryAt finishedAt reason answer answeredAt
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`);
