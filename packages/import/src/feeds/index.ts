/**
 * Feeds and lists of feeds, as they are found: RSS, Atom, JSON Feed, OPML. Each function takes any bytes, and none throws because of
 * them; they run in a process with limits of time and memory.
 */
export { findFeedLinks } from "./feed-links.ts";
export { parseFeed } from "./parse-feed.ts";
export { parseOpml } from "./parse-opml.ts";
