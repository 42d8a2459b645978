import { sayReason } from "../people/say-reason.ts";
import { sayMoment } from "../publications/say-moment.ts";
import type { ConsoleWords } from "../words/en.ts";
import type { Delivery } from "./delivery.ts";

type Said = Pick<ConsoleWords, "delivery" | "reasons" | "language">;

const minuteMs = 60_000;

/** Where a delivery stands, in a few words: has it, on its way, waiting since, refused. */
export function sayDelivery(
  { delivery: { states }, language }: Said,
  { state, attempts, createdAt }: Pick<Delivery, "state" | "attempts" | "createdAt">,
): string {
  if (state === "DONE") return states.has;
  if (state === "REFUSED") return states.refused;
  if (state === "EXPIRED") return states.expired;
  if (attempts === 0) return states.onItsWay;
  const since = Date.parse(createdAt);
  return Date.now() - since < minuteMs ? states.waitingNow : states.waiting(sayMoment(since, language));
}

/** Why a delivery stands there, and what comes next, a sentence each. */
export function sayWhy(words: Said, delivery: Delivery, now: number = Date.now()): string[] {
  const said = words.delivery;
  const { state, attempts, reason, nextTryAt, finishedAt } = delivery;
  const moment = (iso: string) => sayMoment(Date.parse(iso), words.language, now);
  const why = reason ? [sayReason(words, reason)] : [];
  if (state === "PENDING") {
    const isLater = nextTryAt !== null && Date.parse(nextTryAt) > now + minuteMs;
    return [...why, said.tries(attempts), isLater ? said.next(moment(nextTryAt)) : said.nextSoon];
  }
  if (finishedAt === null) return why;
  return [...why, state === "DONE" ? said.arrived(moment(finishedAt)) : said.ended(moment(finishedAt))];
}
