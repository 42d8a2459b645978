import { count } from "../site/format.ts";

const number = new Intl.NumberFormat("en-GB");

/** What is said of what goes to other nodes, in English. */
export const deliveryEn = {
  delivery: {
    lists: "Lists",
    tabs: { pending: "Waiting", refused: "Refused", expired: "Given up", posts: "By post" },
    count: (value: number): string => number.format(value),
    empty: {
      pending:
        "Nothing waits. What you sign goes to your followers from here, and stands here until it got there.",
      refused: "Nothing was refused. What another node says no to stands here, with its reason.",
      expired: "Nothing was given up. What can't be brought in thirty days stands here.",
      posts: "Nothing is signed yet. Each signed text stands here, with the faces of those who have it.",
    },
    oldest: (value: number, when: string): string =>
      `${count(value, "thing waits", "things wait")}, the oldest from ${when}.`,
    kinds: {
      PUBLICATION: "A text",
      CONNECTION_CREATE: "Your follow",
      CONNECTION_DESTROY: "The end of a follow",
      PROFILE_UPDATE: "Your profile",
    },
    to: (name: string): string => `to ${name}`,
    states: {
      has: "has it",
      onItsWay: "on its way",
      waitingNow: "waiting",
      waiting: (when: string): string => `waiting, first tried ${when}`,
      refused: "refused it",
      expired: "given up",
    },
    faceOf: (name: string, state: string): string => `${name}: ${state}`,
    next: (when: string): string => `Tried again ${when}.`,
    nextSoon: "Tried again any moment.",
    tries: (value: number): string =>
      value === 0 ? "Not tried yet." : `${count(value, "try", "tries")} so far.`,
    arrived: (when: string): string => `It got there ${when}.`,
    ended: (when: string): string => `It ended ${when}.`,
    tryNow: "Try again now",
    tryAll: "Try all again now",
    tried: (value: number): string =>
      value === 0 ? "Nobody is left to try." : `${count(value, "node is", "nodes are")} tried now.`,
    of: (title: string): string => `Who has “${title}”`,
    which: "Which",
    filters: { all: "All", PENDING: "Waiting", REFUSED: "Refused", EXPIRED: "Given up", DONE: "Has it" },
    counts: (done: number, pending: number, lost: number): string =>
      [
        `${count(done, "has it", "have it")}`,
        ...(pending > 0 ? [`${count(pending, "waits", "wait")}`] : []),
        ...(lost > 0 ? [`${number.format(lost)} without it`] : []),
      ].join(", "),
    nobody: "Nobody followed you when it was signed, or it is so long ago that nothing is noted any more.",
    nobodySo: "Nobody is like that.",
    more: (value: number): string => `and ${number.format(value)} more`,
    details: "Why",
    see: "Delivery",
    seeOf: (title: string): string => `Delivery of “${title}”`,
    gone: "A text that is not there any more",
  },
};
