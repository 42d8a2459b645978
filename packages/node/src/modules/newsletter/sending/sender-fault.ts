import { causeOf } from "../../../mail/server-answer.ts";
import { newsletterLimits as limits } from "../limits.ts";
import type { SentMail } from "../store/sent-mails.ts";

const nearlyAll = 0.9; // the part of the last mails that a cause of refusals must have
const fewestSame = 3; // mails that are refused for one cause; fewer may be chance

/**
 * Whether the sender is at fault for what a mail server refused: the last refusals speak of the sender, or (nearly) everybody
 * was refused for the same cause.
 *
 * @param ended the mails that ended last, newest first: up to `limits.canaries`
 * @param of.recipients the mails of the issue
 * @param of.isOver whether no mail of it waits
 * @returns what the server said, empty for nothing; null where the sender is not at fault
 */
export function findSenderFault(
  ended: readonly Pick<SentMail, "state" | "blame" | "answer">[],
  { recipients, isOver }: { recipients: number; isOver: boolean },
): string | null {
  const refused = ended.filter(({ state }) => state !== "delivered");
  const isNearlyAll = (count: number, least: number) => count >= least && count >= nearlyAll * ended.length;
  const ofSender = refused.filter(({ blame }) => blame === "sender");
  if (isNearlyAll(ofSender.length, Math.max(1, Math.min(fewestSame, recipients))))
    return ofSender.find(({ answer }) => answer !== null)?.answer ?? "";
  if (!isOver && ended.length < Math.min(limits.canaries, recipients)) return null;
  const byCause = Map.groupBy(refused, ({ answer }) => causeOf(answer ?? ""));
  const same = [...byCause.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  return isNearlyAll(same.length, fewestSame) ? (same[0]?.answer ?? "") : null;
}
