import { count, englishNumber as number } from "../site/format.ts";

/** Texts of feeds and of the texts to read later, in English. */
export const readingEn = {
  later: {
    label: "Choose a list",
    tabs: { open: "To read", done: "Read" },
    empty: "Posts that you save appear here, with a copy of their text. Choose “Read later” below a post.",
    emptyDone: "Posts that you have read appear here.",
    done: "Mark as read",
    again: "Read again",
    remove: "Remove",
    noText: "Its text was not saved. Open its page.",
    from: (source: string): string => `From ${source}`,
  },
  feeds: {
    empty:
      "You don't follow any feeds yet. Enter the address of one, or import the OPML file of another feed reader.",
    hint: "RSS, Atom and JSON feeds. Their entries are not signed, and only you see them here.",
    count: (value: number): string => count(value, "feed", "feeds"),
    unfollow: "Unfollow",
    unfollowTitle: (title: string): string => `Unfollow ${title}?`,
    unfollowExplain: "Its entries are removed from your timeline. Posts saved to read later stay.",
    read: "Show in the timeline",
    fetch: "Fetch now",
    fetched: (when: string): string => `Fetched ${when}`,
    waiting: "Not fetched yet",
    gone: "It is gone and no longer fetched.",
    dropped: "It is no longer fetched, because your node crashed each time it tried.",
    failing: (reason: string): string => `Can't be read: ${reason}`,
    import: "Import OPML",
    export: "Export OPML",
    imported: (added: number, known: number, refused: number): string =>
      [
        added === 0 ? "No feed was added." : `${count(added, "feed was", "feeds were")} added.`,
        known > 0 ? `You already follow ${number.format(known)}.` : "",
        refused > 0
          ? `${number.format(refused)} can't be added: only https addresses, up to 1,000 feeds.`
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
