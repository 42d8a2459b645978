/** What is said of what somebody reads here, and of where it is found, in English. */
export const readingEn = {
  home: {
    nothingYet: "Posts will stand here, the newest first.",
    nothingSoFarBack: "There are no posts this far back.",
    longText: "A long text",
    readOn: "Read on",
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    titleOfPage: (title: string, page: number): string => `${title}, page ${page}`,
  },

  post: {
    card: "The seal of this post, and the portrait of who wrote it.",
    original: (author: string): string => `Read the original: ${author}`,
    diagramSource: "What this diagram was made of",
    onlyHere: "only here",
    signed: "signed",
    file: "File",
    tooLong: (size: string): string => `This text is too long for a page (${size}).`,
    asMarkdown: "Read it as plain Markdown",
    allPostsOf: (owner: string): string => `All posts of ${owner}`,
  },

  digits: {
    copy: "Copy",
    copied: "Copied",
  },

  place: {
    title: "This place",
    follow: (owner: string): string =>
      `${owner} writes here, on a node of their own. To follow from yours, give it this address:`,
    alone: (owner: string): string => `${owner} writes here, on a node of their own.`,
    signedBy: "What is signed here is signed by",
  },

  welcome: {
    title: "This house is empty",
    noOwner: "The node is running, and it has no owner yet. Moving in takes four short steps.",
    findLink:
      "Open the link that the node printed when it started, in its terminal or its log: it ends in /install#code=… and brings the setup code along.",
    moveIn: "Move in",
    orCommand: "Or at the command line, in the folder that the node was started from:",
    command: 'npx --no-install freehold init --url https://your.address --title "Your name"',
    whatItDoes:
      "Either way your key stays with you, and your name comes onto the door. The address is the one under which other nodes will find you.",
    afterwards: "When you have moved in, your posts stand here.",
  },

  notFound: {
    title: "Nothing is here",
    words: "What stood at this address was taken away, or never was.",
    way: "Go to the front door",
  },

  lists: {
    tagged: (tag: string): string => `#${tag}`,
    nothingTagged: "Nothing here has this tag.",
    tags: "Tags",
    archive: "Archive",
    nothingArchived: "Everything that is published here will be listed by its month.",
    untitled: "Without a title",
    followers: "Followers",
    following: "Following",
    followersOf: (owner: string): string => `Nodes that follow ${owner}`,
    followingOf: (owner: string): string => `Nodes that ${owner} follows`,
    noFollowers: "Nobody follows this node yet. Whoever does will be named here.",
    noFollowing: "This node follows nobody yet.",
    next: "Further on",
  },

  search: {
    title: "Search",
    titleFor: (query: string): string => `Search for ${query}`,
    label: "Words, “phrases”, #tags",
    action: "Search",
    nothing: (query: string): string => `Nothing here has ${query}. Fewer words find more.`,
    begin:
      "Give one or more words. “Two words” in quotation marks are looked for together, #tag finds a tag, before:2026-01-31 what is older.",
    inComment: "in a comment",
  },
};
