import { sayReason } from "../../people/say-reason.ts";
import { sayMoment } from "../../publications/say-moment.ts";
import type { ConsoleWords } from "../../words/en.ts";
import type { ConnectedNode } from "./node.ts";

/** How the way to a node is, in words: one line, or three where it fails (since when, why, and when it is tried again). */
export function sayHealth(
  words: Pick<ConsoleWords, "people" | "reasons" | "language">,
  { health, failingSince, lastSuccessAt, lastError, nextTryAt }: ConnectedNode,
  now: number = Date.now(),
): string[] {
  const said = words.people;
  const moment = (iso: string) => sayMoment(Date.parse(iso), words.language, now);
  if (health === "HEALTHY") return [lastSuccessAt ? said.reached(moment(lastSuccessAt)) : said.notTried];
  const isLater = nextTryAt !== null && Date.parse(nextTryAt) > now;
  return [
    said.failing(moment(failingSince ?? new Date(now).toISOString())),
    ...(lastError ? [sayReason(words, lastError)] : []),
    isLater ? said.next(moment(nextTryAt)) : said.nextSoon,
  ];
}
