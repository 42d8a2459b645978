import { limit, valuesOf } from "@freehold/protocol/internal";

/** Limits of reading feeds. */
export const feedLimits = {
  addressLength: limit(2_048, "chars", "an address in such a document", "it is left out"),
  feedsAtAddress: limit(10, "", "feeds that a page offers", "the rest is ignored"),
  opmlFeeds: limit(2_000, "", "feeds in an OPML file", "the rest is ignored"),
  feedElements: limit(50_000, "", "elements of an entry of a feed", "the rest is left out"),
  feedValues: limit(1_000_000, "", "values of a JSON feed", "it is no feed"),
  feedFaults: limit(10_000, "", "faults in the XML of a feed", "the rest is not read"),
  feedTitleLength: limit(1_000, "chars", "a title or a name in a feed", "it is cut"),
  feedFiles: limit(100, "", "files beside an entry of a feed", "the rest is ignored"),
  feedTags: limit(100, "", "tags of an entry of a feed", "the rest is ignored"),
  feedPeople: limit(20, "", "authors of an entry of a feed", "the rest is ignored"),
  feedDepth: limit(200, "", "elements in one another in a feed", "what is deeper is left out"),
} as const;

export const feedLimitValues = valuesOf(feedLimits);
