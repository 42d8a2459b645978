import { createDateTexts, defaultTimeZone } from "./dates.ts";
import { count, formatSize, englishNumber as number } from "./format.ts";
import { newsletterEn } from "./newsletter-en.ts";

/** Every text of the site, in English. Times are milliseconds of the Unix epoch and are shown in the site's time zone (`inTimeZone`); sizes are bytes. */
export const en = {
  /** BCP 47. */
  language: "en",
  /** The language's own name. */
  name: "English",

  ...createDateTexts("en", defaultTimeZone),
  size: (bytes: number): string => formatSize(bytes, (few) => count(few, "byte", "bytes")),
  number: (value: number): string => number.format(value),

  home: {
    nothingYet: "Posts will appear here, newest first.",
    nothingSoFarBack: "There are no posts on this page.",
    longText: "A long text",
    readOn: "Read more",
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    earlier: "Earlier",
    titleOfPage: (title: string, page: number): string => `${title}, page ${page}`,
  },

  post: {
    picture: "Picture",
    original: (author: string): string => `Read the original: ${author}`,
    diagramSource: "Source of this diagram",
    onlyHere: "only here",
    /** The text beside the date of the post: a day or a year. */
    signedOn: (when: string) => `signed ${when}`,
    correctedOn: (when: string) => `corrected ${when}`,
    beside: ", ",
    signed: "signed",
    file: "File",
    tooLong: (size: string): string => `This text is too long for a page (${size}).`,
    asMarkdown: "Read it as plain Markdown",
    asTyped: "This text is shown as it was typed: it would be too large for a page.",
    minutes: (value: number): string => `${number.format(value)} min read`,
    cardOf: (title: string, owner: string): string => `${title}, by ${owner}`,
    others: "Other posts",
    contents: "Contents",
    enlarge: "Show larger",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    previous: "Previous",
    next: "Next",
  },

  header: {
    title: "Main",
    about: "About",
    /** The page about the author, where a page of the author's own is called "About". */
    profile: "Profile",
    follow: "Follow",
    dashboard: "Dashboard",
    edit: "Edit",
    close: "Close",
    moved: "This site has moved to",
  },

  badge: {
    title: "A badge for other sites",
    label: (owner: string): string => `Signed by ${owner}, check it`,
    explain:
      "Paste this HTML where you quote the post. The picture proves nothing by itself: its link leads to the check. Add ?theme=dark to the picture's address on a dark page.",
  },

  digits: {
    copy: "Copy",
    copied: "Copied",
  },

  about: {
    title: (owner: string): string => `About ${owner}`,
    alone: (owner: string): string => `${owner} writes here, on a node of their own.`,
    address: "The address of this site",
    signedBy: "Signed posts here are signed by this address",
    ens: "Its name in ENS",
  },

  welcome: {
    title: "Welcome to Freehold",
    noOwner: "This node is running and has no owner yet. Setting it up takes a minute.",
    findLink:
      "Open the link that the node printed when it started, in its terminal or its log: it ends in /install#code=… and contains the setup code.",
    setUp: "Set up",
    orCommand: "Or on the command line, in the folder where the node was started:",
    command: (program: string): string => `${program} init --title "Your name"`,
    whatItDoes:
      "Either way your key stays with you. The site can begin on this machine and get a public address later.",
    afterwards: "After the setup your posts appear here.",
  },

  notFound: {
    search: "Or search for what you expected here.",
    title: "This page doesn't exist",
    text: "It was removed, or the address is wrong.",
    link: "Go to the home page",
  },

  gone: {
    title: "This page was deleted",
    text: "It was here before, and its author has removed it.",
  },

  lists: {
    tagged: (tag: string): string => `#${tag}`,
    nothingTagged: "No posts have this tag.",
    tags: "Tags",
    noTags: "No posts have tags yet.",
    posts: (value: number): string => count(value, "post", "posts"),
    years: "Years and tags",
    archive: "Archive",
    nothingArchived: "Posts will be listed here by month.",
    untitled: "Untitled",
    feedIs: "This is a feed. Put its address into a feed reader, and new posts come to you there.",
    feedAddress: "The address of this feed",
    followers: "Followers",
    following: "Following",
    followersOf: (owner: string): string => `Nodes that follow ${owner}`,
    followingOf: (owner: string): string => `Nodes that ${owner} follows`,
    noFollowers: "Nobody follows this node yet.",
    noFollowing: "This node follows nobody yet.",
    next: "Next",
  },

  search: {
    needsScript: "This search needs JavaScript. Without it, all posts are in the",
    title: "Search",
    titleFor: (query: string): string => `Search for ${query}`,
    label: "Words, “phrases”, #tags",
    nothing: (query: string): string => `No results for ${query}.`,
    fewer: "Try fewer words.",
    didYouMean: "Did you mean",
    wrongDate: (part: string): string =>
      `${part} is no date, so it was left out. Write a year, a month or a day: before:2026, before:2026-01, before:2026-01-31.`,
    unknownOperator: (part: string): string =>
      `There is no ${part} here, so it was searched as a word. The operators are from:, before: and after:.`,
    help: "How to search",
    begin: "Enter one or more words. Every result has all of them; singular and plural are the same word.",
    examples: [
      ["“old oak”", "these words, one after the other"],
      ["#garden", "posts with this tag"],
      ["-oak", "without this word; also before a phrase, a tag or an operator"],
    ] as readonly (readonly [example: string, finds: string])[],
    before: "older than a day, a month or a year",
    after: "from this day, month or year on; since: is the same",
    from: "written by somebody whose name begins so",
    inComment: (author: string): string => `in a comment by ${author}`,
  },

  versions: {
    newerFrom: (day: string): string => `A newer version of this post is from ${day}.`,
    readNewest: "Read the newest version",
    count: (value: number): string => count(value, "version", "versions"),
    shownHere: "shown here",
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
    anybody: "You don't have to trust this node: any other node can check this too, at /verify. Here:",
    checking: "Reading the bytes and checking them here, in your browser.",
    bytesMatch: "Checked in your browser: these are the bytes that were signed.",
    bytesDiffer: "These are not the bytes that were signed. Somebody changed them.",
    signatureMatches: "Checked in your browser: this key signed them, for this second.",
    signatureDiffers: "This key did not sign this.",
    unreadable: "The bytes could not be read, so nothing was checked. Try again in a while.",
  },

  /** Below a post on paper. */
  printed: {
    published: "Published",
    address: "On the web",
    signer: "Signer",
    signedAt: "Signed",
  },

  verify: {
    title: "Check a signature",
    intro:
      "Check any post or file of any node. Everything is checked from the bytes up; nothing is taken on trust.",
    label: "Address, hash, or number on this site",
    action: "Check",
    paste: "Or paste a post",
    pasted: "The whole post, with its proof",
    pastedHint:
      "The Markdown text with its proof behind it, or the JSON of either form of the protocol. With its proof it is checked in your browser, also offline; nothing is sent.",
    publisher: "Without its proof: the address of its publisher, or of the publisher's node",
    file: "Or files of yours: a post, its proof, or both. They stay on your device.",
    hashing: "Reading it, here in your browser.",
    isHash: "This is the hash of your file. Check it to see who signed it.",
    isSigned:
      "Your file is what was signed, byte for byte, and the signature is right. Checked in your browser.",
    isOther: "Your file differs from the signed one.",
    unreadable: "The file could not be read, so nothing was checked.",
    nowTheFile: "The proof is read. Now choose the post that it is for.",
    isOffline:
      "You're offline, so nothing can be looked up. A post with its proof, and a file, can be checked all the same.",
    notRead:
      "This could not be read. Enter a hash, a number or the short name of a post on this site, or the address of a node or of a post on it, such as https://…/publications/0x….",
    nothing:
      "Nothing stored here has this hash, number or short name. Enter the address of the post on its own node.",
    unsigned: "This post is on this site only and has no signature, so there is nothing to check.",
    proofless:
      "This text has no proof with it, and none was found. Paste the proof behind the text, or give the address of the publisher's node.",
    faulty: {
      nothing: "This is not a proof.",
      unsigned: "This entry has no signature: nobody signed the post.",
      contentHash: "The proof is broken: it has no valid hash.",
      publisherAddress: "The proof is broken: it has no valid address of a publisher.",
      timestamp: "The proof is broken: it has no valid time.",
      signature: "The proof is broken: its signature has the wrong form.",
      typedData: "The signed message is not that of a publication, or it is broken.",
    },
    whole: "Verified",
    broken: "Something does not match",
    open: "Not everything could be checked",
    heldHere: "Checked just now, on the copy stored here.",
    fromPaste: "Checked just now, from the pasted text alone.",
    inBrowser: "Checked in your browser, with nothing but what you gave. Nothing was sent.",
    fetchedFrom: (node: string): string => `Fetched just now from ${node}, and checked here.`,
    asked: (node: string): string => `Asked just now: ${node}.`,
    /** `#` is an address. */
    signedByKey: "The key of # signed this hash, for this second.",
    /** `#` is a name. */
    isOwner: "That is #, the owner of this site.",
    whoseKey:
      "The proof does not say whose address this is. Compare it with the one that the publisher's own node shows.",
    /** `#` is a time. */
    signersWord: "#, by the signer's word: a proof does not show when it was made.",
    entries: (count: number): string => `${count} ${count === 1 ? "entry" : "entries"} in its list.`,
    checks: {
      node: {
        good: "The node answers and names its owner.",
        bad: "The server at this address is not a node.",
        unknown: "The node could not be reached. Try again in a while.",
      },
      listed: {
        good: "It is in that node's list of signed posts.",
        bad: "It is not in that node's list of signed posts.",
        unknown: "That node's list could not be read to its end.",
      },
      page: {
        good: "The page names the hash of the post.",
        bad: "The page names no hash.",
        unknown: "The page does not name the hash of the post. Enter an address that ends in the hash.",
      },
      entries: {
        good: "Every signature in its list is its owner's.",
        bad: "Its list has signatures that are not its owner's.",
        unknown: "Its list could not be read to its end.",
      },
      publisher: {
        good: "Its publisher is the owner of that node.",
        bad: "Its publisher is not the owner of that node.",
        unknown: "Its publisher is not known.",
      },
      signature: {
        good: "This key signed this hash, for this second.",
        bad: "This key did not sign this.",
        unknown: "The signature could not be checked.",
      },
      time: {
        good: "The date is the signer's word. It is not in the future.",
        bad: "The signed time is in the future.",
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
    title: (owner: string): string => `Follow ${owner}`,
    withNode: "I have a node",
    giveAddress: "Enter this address in your node, and new posts come to its timeline:",
    orHere: "Or start from here, if your wallet is in this browser:",
    whatIsNode: "A node is a site of your own, like this one.",
    withReader: "With a feed reader",
    giveFeed: "Add this address to any feed reader:",
    otherFeeds: "Other formats:",
    nobody: "This site takes no followers and has no feed. Come back to read.",
    label: "The address of your node",
    look: "Continue",
    noWallet:
      "There is no wallet in this browser, so you can't sign here. Give the address of this site to your own node instead.",
    found: "Your node answers. Next your wallet shows which key it has; nothing is signed yet.",
    explain:
      "You sign that your node follows this one, from now on. Nothing is paid, and you can end it at any time.",
    sign: "Sign and follow",
    done: "Your node follows this site now. It will receive new posts.",
  },

  /** Why a visitor's node can't follow this one, by the reason or the code of the error. */
  followProblems: {
    NO_NODE_URL: "This is not the address of a node. One begins with https://, followed by a name.",
    UNREACHABLE: "No server answers at that address. Check the spelling; if it is right, your node is down.",
    NO_ANSWER: "That node takes too long to answer. Try again in a while.",
    BAD_CERTIFICATE: "The certificate of that address is wrong or has expired.",
    ADDRESS_NOT_ALLOWED: "That name leads to a private network, or to a port that this node does not call.",
    NO_NODE: "The server at that address is not a node. Check the address.",
    OTHER_NODE: "The node that answers there has another address. Nothing was signed.",
    YOURSELF: "That is this node. Enter the address of your own.",
    NO_PUBLIC_ADDRESS: "This site has no public address yet, so it can't be followed.",
    NOT_SUPPORTED: "Your node uses an older form of the protocol. Follow from your node instead.",
    NOT_YET: "Your node has not accepted the follow yet. This node tries again for an hour.",
    PEER_FAILED: "Your node refused the follow. Follow from your node instead.",
    INVALID_TIMESTAMP: "Too much time has passed. Begin again, then sign.",
    NOT_TAKEN: "You can't follow this site.",
    STALE_REQUEST: "The follow changed in the meantime. Begin again, then sign.",
    INVALID_SIGNATURE: "That signature is not by the key of your node. Nothing has changed.",
    RATE_LIMITED: "The server is busy. Try again in a moment.",
    other: "The server could not do this. Try again in a while.",
    offline: "This node can't be reached. What you typed is still here; try again in a while.",
  },

  /** Opening a wallet that can sign. */
  walletSteps: {
    waiting: "One moment.",
    none: "There is no wallet in this browser, so you can't sign here.",
    open: "Open your wallet",
    several: "Which wallet is it?",
    unnamed: "Unnamed wallet",
    otherNetwork:
      "Your wallet is on another network, where it can't sign this. It asks you to change to Ethereum; nothing is paid.",
    change: "Change the network",
  },

  /** The number of visitors who show that they are here; `#` is replaced by it. */
  presence: {
    nobody: "No other visitors are shown here right now.",
    one: "1 visitor is here now.",
    many: "# visitors are here now.",
    beSeen: "Show that I'm here",
    leave: "Stop showing me",
    failed: "The server could not do this. Try again in a while.",
  },

  wallet: {
    silent:
      "Your wallet has not answered for a minute. Its window may be behind this one. Nothing was signed. Try again.",
    refused: "You declined in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier request open. Answer it there, then try again.",
    "other-chain": "Your wallet is on another network. Switch it to Ethereum, then try again.",
    "other-account":
      "Your wallet has another account open. Switch to the account of that node, then try again.",
    contract:
      "This address is a contract. Other nodes can't check its signatures. Use a regular account instead.",
    failed: "Your wallet could not do this. Nothing was signed. Try again.",
  },

  conversation: {
    title: "Comments",
    count: (value: number): string => count(value, "comment", "comments"),
    nothingYet: "No comments yet.",
    closed: "Comments are closed.",
    closedNow: "Comments are closed now.",
    earlier: "First comments",
    later: "Later comments",
    signed: "signed by its author",
    /** Beside the name of the site's owner. */
    author: "Author",
    answerTo: (name: string): string => `, in answer to ${name}`,
    ens: "The ENS name of the address that signed. It leads back to this address.",
    /** Beside a comment that came with its post from another program. */
    imported: "imported",
    yours: "Yours?",
    yoursBy: (name: string): string => `Is the comment by ${name} yours? Delete it`,
  },

  /** How a page of another site mentions a post; the name of the site follows. */
  mention: {
    reply: "Replied on",
    like: "Liked this on",
    repost: "Shared this on",
    bookmark: "Bookmarked this on",
    mention: "Mentioned this on",
    unsigned: "Not signed",
  },

  commenting: {
    title: "Your comment",
    /** The Markdown that a comment may have. */
    hint: "Some Markdown works: *emphasis*, **strong**, > quoted, `code`.",
    name: "Your name",
    mail: "Your mail address",
    mailHint: "It is never shown. We send you a link; open it to confirm that the comment is yours.",
    approval: "The owner reviews comments before they are published.",
    send: "Send",
    byWallet: "Sign with a wallet",
    explain:
      "You sign that this comment is yours, below this post only. Nothing is paid. First your wallet shows which key it has.",
    ready: "Your wallet is ready. It asks once, then your comment is signed.",
    sign: "Sign and send",
    sentTitle: "Check your mail",
    sent: "We sent you a mail with a link. Open it within a day to confirm your comment; it is not published before.",
    back: "Back to the post",
    published: "Your comment is published, signed with your key.",
    held: "Your comment is saved. It appears once the owner approves it.",
    notSentTitle: "Your comment was not sent",
    kept: "Your text is still here, below.",
  },

  ownComment: {
    title: "Your comment?",
    signedBy: "This address signed it, and only this address can delete it:",
    needsScript: "Your wallet signs the deletion, which needs JavaScript.",
    explain:
      "You sign that this one comment is deleted for good. Nothing is paid. First your wallet shows which key it has.",
    ready: "Your wallet is ready. It asks once, then the comment is deleted.",
    sign: "Sign and delete",
    byMail:
      "It was written with a mail address. Enter that address, and we send you a link that deletes the comment.",
    ask: "Send me the link",
    asked:
      "If the comment was written with that address, we sent you a mail with a link. The link works for a day.",
  },

  /** The problem of a comment's field. @param most its limit in characters */
  commentFields: {
    body: (most: number): string =>
      `A comment needs some text, and no more than ${count(most, "character", "characters")}.`,
    name: (most: number): string =>
      `Your name is one line of no more than ${count(most, "character", "characters")}, and can't be that of this site's owner.`,
    mail: (): string => "This is not a mail address. One looks like name@example.org.",
  },

  /** Why a comment was refused, by the code of the error. */
  commentProblems: {
    VALIDATION_FAILED:
      "A comment needs some text, a full mail address, and a name of one line that is not that of this site's owner.",
    RATE_LIMITED: "Too many comments in a short time. Wait a while, then send it again.",
    COMMENT_DISABLED: "The owner has closed the comments here.",
    MAIL_NOT_CONFIGURED: "This node sends no mail. A comment can be signed with a wallet.",
    NOT_FOUND: "The post does not exist any more.",
    FORBIDDEN: "The owner does not accept comments from you.",
    UNAUTHENTICATED: "Enter the mail address that the comment was written with.",
    INVALID_SIGNATURE: "The signature or the link does not belong to this comment.",
    EXPIRED_SIGNATURE: "It is too late to confirm this comment. Write it again.",
    elsewhere: "The form was sent by another site. Send it from this page.",
    other: "The server could not do this. Try again in a while.",
    offline: "The server can't be reached. Your text is still here; try again in a while.",
  },

  comments: {
    confirmTitle: "Is this comment yours?",
    confirmExplain: "It was written with your mail address. Confirm it only if you wrote it.",
    confirmAction: "Confirm the comment",
    deleteTitle: "Delete your comment?",
    deleteExplain: "It is deleted for good. This can't be undone.",
    deleteAction: "Delete the comment",
    thanks: "Thank you",
    published: "Your comment is published.",
    held: "Your comment appears once the owner approves it.",
    gone: "Deleted",
    deleted: "Your comment was deleted.",
    failedTitle: "That didn't work",
    tooLate: "The link was used before, or it is too old.",
  },

  notices: {
    tooManyTitle: "One moment",
    tooMany: "You have asked for too many pages in a short time. Wait a little, then try again.",
    fullTitle: "The server is busy",
    full: "Try again in a moment.",
    brokenTitle: "Something went wrong",
    broken: "This is not your fault. The error is in the owner's log. Try again in a while.",
    unreadableTitle: "Bad request",
    unreadable: "The server could not read this request.",
  },

  offline: {
    title: "You're offline",
    text: "This site can't be reached right now. The page opens by itself once it can.",
    again: "Try again",
    savedHere: "Saved in this browser",
    /** `#` is replaced by the time. */
    kept: "You're offline. You are reading this page as it was saved on #.",
    anew: "Reload",
  },

  app: {
    console: "Dashboard",
    installer: "Set up",
    needsScript: "This page is a program and needs JavaScript. The public pages work without it.",
    notBuiltTitle: "The dashboard is not built",
    notBuilt: "Run this where the node is installed, and start the node again: npm run build",
  },

  footer: {
    title: "Site",
    feed: "Feed",
    searchHere: "Search this site",
    verify: "Check a signature",
  },

  feeds: {
    rss: "RSS",
    atom: "Atom",
    json: "JSON Feed",
  },

  newsletter: newsletterEn,

  preferences: {
    title: "Appearance",
    language: "Language",
    theme: "Light or dark",
    system: "Same as device",
    light: "Light",
    dark: "Dark",
    choose: "Save",
  },
};

/** The texts that every language of the site must have. */
export type Messages = typeof en;
