import { count, englishNumber as number } from "../site/format.ts";

/** Texts about deliveries to other nodes, in English. */
export const deliveryEn = {
  delivery: {
    tabs: { pending: "Waiting", refused: "Refused", expired: "Gave up", posts: "By post" },
    count: (value: number): string => number.format(value),
    empty: {
      pending:
        "Nothing is waiting. What you sign is sent to your followers and listed here until it is delivered.",
      refused:
        "Nothing was refused. What another site refuses, or what was no longer needed, appears here with the reason.",
      expired:
        "No failed deliveries. What could not be delivered in time appears here: a post within 30 days, a profile within an hour.",
      posts:
        "No signed posts yet. Each signed post appears here, with the pictures of the sites that have it.",
    },
    /** Mails of the node that do not get out, above the deliveries. */
    mail: (waiting: number, ended: number): string =>
      [
        waiting > 0 && `${count(waiting, "email has", "emails have")} been tried for more than an hour.`,
        ended > 0 && `${count(ended, "email was", "emails were")} not sent in the last day.`,
      ]
        .filter(Boolean)
        .join(" "),
    mailReason: (reason: string): string => `The last reason: ${reason}`,
    oldest: (value: number, when: string): string =>
      `${count(value, "delivery is", "deliveries are")} waiting, the oldest from ${when}.`,
    kinds: {
      CONNECTION_CREATE: "Your follow",
      CONNECTION_DESTROY: "The end of a follow",
      PROFILE_UPDATE: "Your profile",
    },
    to: (name: string): string => `to ${name}`,
    states: {
      has: "delivered",
      sending: "sending",
      waitingNow: "waiting",
      waiting: (when: string): string => `waiting, from ${when}`,
      refused: "refused",
      notSent: "not sent",
      expired: "gave up",
    },
    avatarOf: (name: string, state: string): string => `${name}: ${state}`,
    next: (when: string): string => `Next attempt ${when}.`,
    nextSoon: "Next attempt soon.",
    tries: (value: number): string =>
      value === 0 ? "Not tried yet." : `${count(value, "attempt", "attempts")} so far.`,
    arrived: (when: string): string => `Delivered ${when}.`,
    ended: (when: string): string => `Ended ${when}.`,
    tryNow: "Try again now",
    tryAll: "Try all again now",
    tried: (value: number): string =>
      value === 0
        ? "Nothing is left to try."
        : `A new attempt was started for ${count(value, "site", "sites")}.`,
    of: (title: string): string => `Delivery of “${title}”`,
    which: "Filter",
    filters: { all: "All", PENDING: "Waiting", REFUSED: "Refused", EXPIRED: "Gave up", DONE: "Delivered" },
    counts: (done: number, pending: number, lost: number): string =>
      [
        `${done === 0 ? "none" : number.format(done)} delivered`,
        ...(pending > 0 ? [`${number.format(pending)} waiting`] : []),
        ...(lost > 0 ? [`${number.format(lost)} failed`] : []),
      ].join(", "),
    nobody:
      "No deliveries are recorded: you had no followers when this was signed, they were not notified, or the records have been deleted since.",
    more: (value: number): string => `and ${number.format(value)} more`,
    gone: "A deleted post",
  },
  sentMentions: {
    title: "Mentions sent to linked pages (Webmention)",
    none: "No mentions were sent yet. When a post links to pages that accept mentions, each page appears here with its response.",
    states: { WAITING: "waiting", SENT: "sent", NONE: "accepts no mentions", FAILED: "not sent" },
    receipt: "Status",
  },
};
