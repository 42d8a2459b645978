/** Limits of reading feeds. */
export const feedLimits = {
  addressLength: 2_048, // an address in a feed or a list of feeds
  feedsAtAddress: 10, // feeds that a page offers
  opmlFeeds: 2_000, // feeds in an OPML file
  feedElements: 50_000, // elements of an entry of a feed
  feedValues: 1_000_000, // values of a JSON feed
  feedFaults: 10_000, // faults in the XML of a feed
  feedTitleLength: 1_000, // a title or a name in a feed
  feedFiles: 100, // files beside an entry of a feed
  feedTags: 100, // tags of an entry of a feed
  feedPeople: 20, // authors of an entry of a feed
  feedDepth: 200, // elements in one another
};
