import { count, formatSize } from "./format.ts";

const locale = "en-GB";
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: "UTC" });
const number = new Intl.NumberFormat(locale);

/** Everything that a page says, in English. Times are milliseconds of the Unix epoch and are said in UTC; sizes are bytes. */
export const en = {
  /** BCP 47. */
  language: "en",
  /** What the language calls itself. */
  name: "English",

  day: (ms: number): string => day.format(ms),
  second: (ms: number): string => `${day.format(ms)} at ${clock.format(ms)} UTC`,
  month: (ms: number): string => month.format(ms),
  size: (bytes: number): string => formatSize(bytes, (few) => count(few, "byte", "bytes")),
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

  about: {
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
    setUp: "Move in",
    orCommand: "Or at the command line, in the folder that the node was started from:",
    command: 'npx --no-install freehold init --url https://your.address --title "Your name"',
    whatItDoes:
      "Either way your key stays with you, and your name comes onto the door. The address is the one under which other nodes will find you.",
    afterwards: "When you have moved in, your posts stand here.",
  },

  notFound: {
    title: "Nothing is here",
    text: "What stood at this address was taken away, or never was.",
    link: "Go to the front door",
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

  proof: {
    signedBy: (owner: string): string => `Signed by ${owner}`,
    who: "Who",
    when: "When",
    whichBytes: "Which bytes",
    hashIs: "SHA-256 hash of the bytes",
    theBytes: "The bytes as they were signed",
    folded: "Address, hash and signature",
    address: "Address of the key",
    signature: "Signature",
    anybody:
      "Anybody can check this without asking this node to be honest: any other node does it, at /verify. Here:",
    checking: "Reading the bytes and checking them here, in your browser.",
    bytesMatch: "Checked in your browser: these are the bytes that were signed.",
    bytesDiffer: "These are not the bytes that were signed. Somebody changed them.",
    signatureMatches: "Checked in your browser: this key signed them, for this second.",
    signatureDiffers: "This key did not sign this.",
    unreadable: "The bytes could not be read, so nothing was checked. Try again in a while.",
  },

  verify: {
    title: "Check a signature",
    intro:
      "Any post or file of any node: it is looked at again from its bytes up, and nothing is taken on anybody's word.",
    label: "Its address, its hash, or its number here",
    action: "Check it",
    file: "Or a file of yours. It stays with you; only its hash is made, in your browser.",
    hashing: "Reading the file, here in your browser.",
    isHash: "This is the hash of your file. Check it to see who signed it.",
    isSigned:
      "Your file is what was signed, byte for byte, and the signature is right. Checked in your browser.",
    isOther: "Your file is not what was signed.",
    unreadable: "The file could not be read, so nothing was checked.",
    notRead:
      "This is not understood. Give a hash, a number of this place, or an address that ends in one, such as https://…/publications/0x….",
    nothing:
      "Nothing that is kept here has this hash or number. Give the address of the post on its own node.",
    unsigned: "This is only here: nobody signed it, so there is nothing to check.",
    whole: "It is what it says it is",
    broken: "Something does not match",
    open: "Not everything could be checked",
    heldHere: "Checked just now, on the copy that is kept here.",
    fetchedFrom: (node: string): string => `Fetched just now from ${node}, and checked here.`,
    checks: {
      node: {
        good: "The node answers, and says whose it is.",
        bad: "What answers there is no node.",
        unknown: "The node could not be reached. Try again in a while.",
      },
      listed: {
        good: "It stands in that node's list of what was signed there.",
        bad: "It does not stand in that node's list, so nobody there says that it was signed.",
        unknown: "That node's list could not be read to its end.",
      },
      publisher: {
        good: "Its publisher is the owner of that node.",
        bad: "Its publisher is somebody else than the owner of that node.",
        unknown: "It is not known whose it is.",
      },
      signature: {
        good: "This key signed this hash, for this second.",
        bad: "This key did not sign this.",
        unknown: "The signature could not be checked.",
      },
      time: {
        good: "The second that was signed has been.",
        bad: "The second that was signed lies in the future.",
        unknown: "The time could not be checked.",
      },
      bytes: {
        good: "The bytes have the hash that was signed.",
        bad: "The bytes have another hash: they are not what was signed.",
        unknown: "The bytes could not be read here, or are too many, so they were not checked.",
      },
    },
  },

  follow: {
    title: "Follow",
    label: "The address of your node",
    look: "Look at it",
    noWallet:
      "There is no wallet in this browser, so nothing can be signed here. Give the address of this place to your own node.",
    found: "That node is there. Next your wallet tells which key it has; nothing is signed by that.",
    explain:
      "You sign that your node follows this one, from now on. Nothing is paid, and you can end it at any time.",
    sign: "Sign and follow",
    done: "Your node follows this place now. New posts will come to it.",
  },

  /** Why a visitor's node does not follow, by the reason or the code of the error. */
  followProblems: {
    NO_NODE_URL: "That is no address of a node. One begins with https:// and has a name behind it.",
    UNREACHABLE:
      "Nobody answers at that address. Look whether it is written right; if it is, your node is away just now.",
    NO_ANSWER: "That node takes too long to answer. Try again in a while.",
    BAD_CERTIFICATE: "That address can't prove that it is itself: its certificate is wrong or has run out.",
    ADDRESS_NOT_ALLOWED: "That name leads into a private network, or to a port that is not called from here.",
    NO_NODE: "Something answers there, and it is no node. Look at the address again.",
    OTHER_NODE: "Another node answers there than the one it calls itself. Nothing was signed.",
    YOURSELF: "That is the node you are looking at. Give the address of your own.",
    NOT_SUPPORTED:
      "Your node speaks an older form, in which this can't be said. Follow from your node instead.",
    NOT_YET: "Your node has not taken it, so nobody follows yet. This node tries again for an hour.",
    PEER_FAILED: "Your node did not take it, so nobody follows. Follow from your node instead.",
    INVALID_TIMESTAMP: "Too much time has passed since you began. Look at your node again, and sign then.",
    STALE_REQUEST: "This was decided anew meanwhile. Look at your node again, and sign then.",
    INVALID_SIGNATURE: "That signature is not by the key of your node. Nobody follows by it.",
    RATE_LIMITED: "Too much is going on here. Wait a little, and try again.",
    other: "This node could not do it. Try again in a while.",
    offline: "This node can't be reached. What you typed is still here; try again in a while.",
  },

  /** On the way to a wallet that can sign. */
  walletSteps: {
    waiting: "One moment.",
    none: "There is no wallet in this browser, so nothing can be signed here.",
    open: "Open your wallet",
    several: "Which wallet is it?",
    unnamed: "A wallet without a name",
    otherNetwork:
      "Your wallet is on another network, where it can't sign this. It asks you to change to Ethereum; nothing is paid.",
    change: "Change the network",
  },

  /** How many visitors have said that they are here; `#` stands for their number. */
  presence: {
    nobody: "Nobody else is to be seen here now.",
    one: "1 visitor is here now.",
    many: "# visitors are here now.",
    beSeen: "Be seen here",
    leave: "Be seen no more",
    failed: "This node could not note it. Try again in a while.",
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

  conversation: {
    title: "Comments",
    count: (value: number): string => count(value, "comment", "comments"),
    nothingYet: "Nobody has said anything here yet.",
    closed: "No comments are taken here.",
    closedNow: "No more comments are taken here.",
    earlier: "From the first comment on",
    later: "Later comments",
    signed: "signed by its author",
    yours: "Yours?",
    yoursBy: (name: string): string => `Is the comment by ${name} yours? Delete it`,
  },

  commenting: {
    title: "Your comment",
    /** What may stand in one: a word of Markdown in a sentence. */
    hint: "Some Markdown works: *slanted*, **strong**, > quoted, `code`.",
    name: "Your name",
    mail: "Your mail address",
    mailHint: "It is never shown. A mail with a link goes there, and the link shows your comment.",
    approval: "The owner sees a comment before everybody else does.",
    send: "Send",
    noMail: "This node sends no mail, so a comment is signed with a wallet, which needs JavaScript.",
    byWallet: "Sign with a wallet",
    explain:
      "You sign that these words are yours, below this post and nowhere else. Nothing is paid. First your wallet tells which key it has.",
    ready: "Your wallet is here. It asks once, and then your words are signed.",
    sign: "Sign and send",
    sentTitle: "Look into your mail",
    sent: "A mail with a link is on its way to you. Your comment is shown when you have opened the link, within a day.",
    back: "Back to what you read",
    published: "Your comment is there, signed with your key.",
    held: "Your comment is kept, and is shown when the owner has seen it.",
    keptTitle: "Your comment was not sent",
    kept: "What you wrote is still here, below.",
  },

  ownComment: {
    title: "Your comment?",
    signedBy: "It was signed by this address, and the same address can delete it:",
    needsScript: "Your wallet signs that the comment goes, which needs JavaScript.",
    explain:
      "You sign that this one comment goes, for good. Nothing is paid. First your wallet tells which key it has.",
    ready: "Your wallet is here. It asks once, and then the comment goes.",
    sign: "Sign and delete",
    byMail:
      "It was written with a mail address. Give that address, and a mail brings a link that deletes it.",
    ask: "Send me the link",
    asked:
      "If the comment was written with that address, a mail with a link is on its way. The link works for a day.",
  },

  /** What is wrong with a field of a comment; the most that it may have are characters. */
  commentFields: {
    body: (most: number): string =>
      `A comment needs some words, and no more than ${count(most, "character", "characters")}.`,
    name: (most: number): string =>
      `Your name is one line of no more than ${count(most, "character", "characters")}.`,
    mail: (): string => "This is not a mail address. It looks like name@place.example.",
  },

  /** Why a comment was not taken, by the code of the error. */
  commentProblems: {
    VALIDATION_FAILED: "It needs some words, a name of one line, and a whole mail address.",
    RATE_LIMITED: "There have been many comments in a short time. Wait a while, and send it again.",
    COMMENT_DISABLED: "The owner takes no comments here any more.",
    MAIL_NOT_CONFIGURED: "This node sends no mail. A comment can be signed with a wallet.",
    NOT_FOUND: "What it belongs to is not here any more.",
    FORBIDDEN: "The owner takes no comments of yours.",
    UNAUTHENTICATED: "Give the mail address with which it was written.",
    INVALID_SIGNATURE: "The signature, or the link, is not the one that belongs to this comment.",
    EXPIRED_SIGNATURE: "It is too late to confirm it. Write it again.",
    elsewhere: "It came from a page of another site. Send it from here.",
    other: "This node could not do it. Try again in a while.",
    offline: "The node can't be reached. What you wrote is still here; try again in a while.",
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
    text: "This place can't be reached just now. The page opens by itself as soon as it can be.",
    again: "Try now",
    savedHere: "Kept in this browser",
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

  footer: {
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

  preferences: {
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
export type Messages = typeof en;
