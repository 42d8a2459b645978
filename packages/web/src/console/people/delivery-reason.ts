import type { ConsoleMessages } from "../../messages/console/en.ts";

/** The beginnings of the node's reasons for failed calls, and their keys in the messages. */
const reasonPrefixes: readonly (readonly [string, Exclude<keyof ConsoleMessages["reasons"], "answered">])[] =
  [
    ["it did not answer", "late"],
    ["it took too long", "late"],
    ["it can't be reached: The certificate", "certificate"],
    ["it can't be reached: The host name", "noName"],
    ["it can't be reached: The address", "notAllowed"],
    ["it can't be reached", "unreachable"],
    ["its answer is too large", "tooLarge"],
    ["its answer makes no sense", "nonsense"],
    ["it does not know of its follow yet", "notYet"],
    ["it is no follower any more", "noFollower"],
    ["it no longer follows", "noFollower"],
    ["deleted before it was delivered", "deleted"],
    ["the node is not known any more", "unknown"],
    ["the node was blocked meanwhile", "blocked"],
    ["the follow was ended meanwhile", "ended"],
    ["the follow was made again meanwhile", "madeAgain"],
    ["the signature's hour ran out before the node answered: end", "endAgain"],
    ["the signature's hour ran out before the node answered: follow", "followAgain"],
    ["the signature's hour ran out before the node answered: undone", "undone"],
    ["this node failed", "ownFault"],
  ];

/** The reason of a failed delivery in the page's language; an unknown reason is returned unchanged. */
export function formatReason({ reasons }: Pick<ConsoleMessages, "reasons">, reason: string): string {
  const [, answer] = /^it answered (.+)$/.exec(reason) ?? [];
  if (answer !== undefined) return reasons.answered(answer);
  const [, name] = reasonPrefixes.find(([beginning]) => reason.startsWith(beginning)) ?? [];
  return name ? reasons[name] : reason;
}
