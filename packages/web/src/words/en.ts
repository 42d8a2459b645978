import { saySize } from "./say-size.ts";

const locale = "en-GB";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale);
const plurals = new Intl.PluralRules(locale);

/** A number with its noun, as "1 post" or "1,200 posts". */
function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${plurals.select(value) === "one" ? one : many}`;
}

/** Everything that a page says, in English. Times are milliseconds of the Unix epoch and are said in UTC; sizes are bytes. */
export const en = {
  /** BCP 47. */
  language: "en",
  /** What the language calls itself. */
  name: "English",

  day: (ms: number): string => day.format(ms),
  second: (ms: number): string => `${day.format(ms)} at ${clock.format(ms)} UTC`,
  month: (ms: number): string => month.format(ms),
  size: (bytes: number): string => saySize(bytes, (few) => count(few, "byte", "bytes")),
  number: (value: number): string => number.format(value),

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
    original: (author: string): string => `Read the original: ${author}`,
    diagramSource: "What this diagram was made of",
    onlyHere: "only here",
    signed: "signed",
    file: "File",
    tooLong: (size: string): string => `This text is too long for a page (${size}).`,
    asMarkdown: "Read it as plain Markdown",
    allPostsOf: (owner: string): string => `All posts of ${owner}`,
  },

  proof: {
    signedBy: (owner: string): string => `Signed by ${owner}`,
    who: "Who",
    when: "When",
    whichBytes: "Which bytes",
    hashIs: "Their SHA-256 hash is",
    theBytes: "The bytes as they were signed",
    signature: "Signature",
    anybody: "Anybody can check this without asking this node to be honest:",
    checking: "Reading the bytes and checking them here, in your browser.",
    bytesMatch: "Checked in your browser: these are the bytes that were signed.",
    bytesDiffer: "These are not the bytes that were signed. Somebody changed them.",
    signatureMatches: "Checked in your browser: this key signed them, for this second.",
    signatureDiffers: "This key did not sign this.",
    unreadable: "The bytes could not be read, so nothing was checked. Try again in a while.",
  },

  follow: {
    title: "Follow",
    label: "The address of your node",
    look: "Look at it",
    waiting: "One moment.",
    noWallet:
      "There is no wallet in this browser, so nothing can be signed here. Give the address of this place to your own node.",
    found: "That node is there. Next your wallet tells which key it has; nothing is signed by that.",
    open: "Open your wallet",
    explain:
      "You sign that your node follows this one, from now on. Nothing is paid, and you can end it at any time.",
    sign: "Sign and follow",
    done: "Your node follows this place now. New posts will come to it.",
  },

  wallet: {
    silent:
      "Your wallet has not answered for a minute. Its window may be behind this one. Nothing was signed; try again.",
    refused: "You said no in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier question open. Answer it there, then try again.",
    "other-chain": "Your wallet stays on another network. Change it to Ethereum, then try again.",
    "other-account": "Your wallet has another account open. Change to the one of that node, then try again.",
    contract: "This address is a contract. Other nodes can't check its signatures; use a plain account.",
    failed: "Your wallet could not do it. Nothing was signed; try again.",
  },

  place: {
    title: "This place",
    follow: (owner: string): string =>
      `${owner} writes here, on a node of their own. To follow from yours, give it this address:`,
    signedBy: "What is signed here is signed by",
  },

  welcome: {
    title: "This house is empty",
    noOwner: "The node is running, and it has no owner yet. To move in, run this where the node runs:",
    command: 'npx freehold init --url https://your.address --title "Your name"',
    whatItDoes:
      "It makes your key, keeps it locked with a password of yours, and puts your name on the door. The address is the one under which other nodes will find you.",
    afterwards: "When you have moved in, your posts stand here.",
  },

  notFound: {
    title: "Nothing is here",
    words: "What stood at this address was taken away, or never was.",
    way: "Go to the front door",
  },

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

  comments: {
    confirmTitle: "Is this comment yours?",
    confirmWords: "It was written with your mail address. When you confirm it, it is shown under your name.",
    confirmAction: "Confirm the comment",
    deleteTitle: "Delete your comment?",
    deleteWords: "It goes for good, and nobody can bring it back.",
    deleteAction: "Delete the comment",
    thanks: "Thank you",
    published: "Your comment is there for everybody to read.",
    held: "Your comment is shown when the owner of this house has seen it.",
    gone: "It is gone",
    deleted: "Your comment was deleted.",
    failedTitle: "This did not work",
    tooLate: "It was done before, or it is too late.",
  },

  app: {
    console: "Desk",
    needsScript:
      "The desk is a program in your browser, and needs JavaScript. Everything that readers see does without.",
    notBuiltTitle: "The desk is not built",
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

/** What every catalogue says, so that none can leave a sentence out. */
export type Words = typeof en;
