import { count, englishNumber as number } from "../site/format.ts";

/** Texts of feeds and of the texts to read later, in English. */
export const readingEn = {
  later: {
    label: "Which texts",
    tabs: { open: "To read", done: "Read" },
    empty:
      "What you keep to read later appears here, with a copy of its text. Choose “Read later” below a post.",
    emptyDone: "What you have read appears here.",
    done: "Mark as read",
    again: "Read again",
    remove: "Remove",
    noText: "No text was kept of this. Open its page.",
    from: (source: string): string => `From ${source}`,
  },
  feeds: {
    empty: "You follow no feeds yet. Follow one by its address, or import the OPML file of another reader.",
    hint: "RSS, Atom and JSON feeds. What is in them is not signed, and only you see it here.",
    count: (value: number): string => count(value, "feed", "feeds"),
    unfollow: "Unfollow",
    unfollowTitle: (title: string): string => `Unfollow ${title}?`,
    unfollowExplain: "Its entries leave your timeline. What you kept to read later stays.",
    read: "Show in the timeline",
    fetch: "Fetch now",
    fetched: (when: string): string => `Fetched ${when}`,
    waiting: "Not fetched yet",
    gone: "It is gone for good, and is no longer fetched.",
    dropped: "It is no longer fetched, since your node died each time it tried.",
    failing: (reason: string): string => `Can't be read: ${reason}`,
    import: "Import OPML",
    export: "Export OPML",
    imported: (added: number, known: number, refused: number): string =>
      [
        `${count(added, "feed was", "feeds were")} added.`,
        known > 0 ? `You follow ${number.format(known)} already.` : "",
        refused > 0
          ? `${number.format(refused)} can't be read from here: only https addresses, up to 1,000 feeds.`
          : "",
      ]
        .filter(Boolean)
        .join(" "),
    isFeed: "This site does not sign its posts. It has a feed:",
    newest: "Newest",
    subscribe: "Subscribe to the feed",
    subscribed: "You follow this feed.",
    others: "Other feeds of this page",
  },
};
