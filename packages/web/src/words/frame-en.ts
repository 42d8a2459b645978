/** What is said around every page, and where one can't be shown, in English. */
export const frameEn = {
  notices: {
    tooManyTitle: "One moment",
    tooMany:
      "You asked for more pages than this small house can bring at once. Wait a little, and try again.",
    fullTitle: "The house is full",
    full: "More people are at the door than it can answer at once. Try again in a moment.",
    brokenTitle: "Something broke",
    broken: "It is not your doing, and it is written down for the owner. Try again in a while.",
    unreadableTitle: "This can't be read",
    unreadable: "The request was not one that this house understands.",
  },

  offline: {
    title: "The line is down",
    words: "This place can't be reached just now. The page opens by itself as soon as it can be.",
    again: "Try now",
    keptHere: "Kept in this browser",
    /** `#` stands for the moment. */
    kept: "The line to this place is down. You are reading this page as it was on #.",
    anew: "Load it anew",
  },

  app: {
    console: "Dashboard",
    installer: "Move in",
    needsScript:
      "This is a program in your browser, and needs JavaScript. Everything that readers see does without.",
    notBuiltTitle: "The dashboard is not built",
    notBuilt: "Run this where the node is installed, and start the node again: npm run build",
  },

  foot: {
    title: "Around this place",
    archive: "Archive",
    followers: "Followers",
    following: "Following",
    feed: "Feed",
    search: "Search",
    searchHere: "Search here",
    verify: "Check a signature",
  },

  feeds: {
    rss: "RSS",
    atom: "Atom",
    json: "JSON Feed",
  },

  switches: {
    title: "How this page looks",
    language: "Language",
    theme: "Light or dark",
    system: "As this device",
    light: "Light",
    dark: "Dark",
    choose: "Choose",
  },
};
