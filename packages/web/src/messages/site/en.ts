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
    longText: "Long text",
    readOn: "Read more",
    pages: "Pages",
    newer: "Newer",
    older: "Older",
    earlier: "Earlier",
    titleOfPage: (title: string, page: number): string => `${title}, page ${number.format(page)}`,
  },

  post: {
    picture: "Picture",
    original: (author: string): string => `Read the original: ${author}`,
    diagramSource: "Source of this diagram",
    onlyHere: "this site only",
    /** The text beside the date of the post: a day or a year. */
    signedOn: (when: string) => `signed ${when}`,
    correctedOn: (when: string) => `corrected ${when}`,
    beside: ", ",
    signed: "signed",
    file: "File",
    tooLong: (size: string): string => `This post is too long to show (${size}).`,
    asMarkdown: "View the Markdown source",
    asTyped: "This post is shown as plain text because it is too large to format.",
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
    closed: (day: string): string => `This site was closed on ${day}. Nothing new appears here.`,
  },

  badge: {
    title: "A badge for other sites",
    label: (owner: string): string => `Signed by ${owner}, verify it`,
    explain:
      "Paste this HTML where you quote the post. The picture is not a proof; its link leads to the verification. On a dark page, add ?theme=dark to the picture's address.",
  },

  digits: {
    copy: "Copy",
    copied: "Copied",
  },

  about: {
    title: (owner: string): string => `About ${owner}`,
    alone: (owner: string): string => `${owner} writes here, on their own site.`,
    address: "The address of this site",
    signedBy: "Signed posts on this site are signed by this address",
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
      "Either way your key stays with you. The site can start on this computer and get a public address later.",
    afterwards: "After the setup your posts appear here.",
  },

  notFound: {
    search: "Or search for it.",
    title: "This page doesn't exist",
    text: "It was removed, or the address is wrong.",
    link: "Go to the home page",
  },

  gone: {
    title: "This page was deleted",
    text: "Its author has removed it.",
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
    followersOf: (owner: string): string => `Sites that follow ${owner}`,
    followingOf: (owner: string): string => `Sites that ${owner} follows`,
    noFollowers: "No followers yet.",
    noFollowing: "This site doesn't follow anyone yet.",
    next: "Next",
  },

  search: {
    needsScript: "Search needs JavaScript. Without it, all posts are in the",
    title: "Search",
    titleFor: (query: string): string => `Search for ${query}`,
    label: "Words, “phrases”, #tags",
    nothing: (query: string): string => `No results for “${query}”.`,
    fewer: "Check the spelling, or try other words.",
    didYouMean: "Did you mean:",
    wrongDate: (part: string): string =>
      `${part} is not a date and was ignored. Write a year, a month or a day: before:2026, before:2026-01, before:2026-01-31.`,
    unknownOperator: (part: string): string =>
      `${part} is not an operator and was searched as a word. The operators are from:, before: and after:.`,
    help: "How to search",
    begin:
      "Enter one or more words. Every result contains all of them; singular and plural count as the same word.",
    examples: [
      ["“old oak”", "this exact phrase"],
      ["#garden", "posts with this tag"],
      ["-oak", "without this word; also before a phrase, a tag or an operator"],
    ] as readonly (readonly [example: string, finds: string])[],
    before: "before this day, month or year",
    after: "from this day, month or year on; also since:",
    from: "by an author whose name starts like this",
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
    who: "Signed by",
    when: "Date",
    whichBytes: "Content",
    hashIs: "SHA-256 hash of the content",
    theBytes: "The content as it was signed",
    folded: "Address, hash and signature",
    address: "Ethereum address of the key",
    signature: "Signature",
    anybody: "You can verify this on any other site, or here in your browser:",
    checking: "Verifying in your browser…",
    bytesMatch: "Verified in your browser: the content is unchanged.",
    bytesDiffer: "The content was changed after it was signed.",
    signatureMatches: "Verified in your browser: this key signed exactly this content, with this date.",
    signatureDiffers: "The signature is not from this key.",
    unreadable: "The content could not be read, so nothing was verified. Try again later.",
  },

  /** Below a post on paper. */
  printed: {
    published: "Published",
    address: "Web address",
    signer: "Signer",
    signedAt: "Signed",
  },

  verify: {
    title: "Verify a signature",
    intro: "Verify any post or file of any site. Hashes and signatures are recomputed from the content.",
    label: "Web address, hash, or number on this site",
    action: "Verify",
    paste: "Or paste a post",
    pasted: "The whole post, with its proof",
    pastedHint:
      "The Markdown text followed by its proof, or the JSON of either form of the protocol. With its proof it is verified in your browser, even offline. Nothing is sent.",
    publisher: "Without a proof: the Ethereum address or the site of its publisher",
    file: "Or choose your files: a post, its proof, or both. They stay on your device.",
    hashing: "Reading the file in your browser…",
    isHash: "This is the hash of your file. Verify it to see who signed it.",
    isSigned:
      "Your file is unchanged since it was signed, and the signature is valid. Verified in your browser.",
    isOther: "Your file differs from the signed one.",
    unreadable: "The file could not be read, so nothing was verified.",
    nowTheFile: "The proof was read. Now choose the post that belongs to it.",
    isOffline: "You're offline. You can still verify a file, or a post with its proof.",
    notRead:
      "Unknown input. Enter a hash, the number or slug of a post on this site, or the web address of a site or post, such as https://example.com/slug/first-post.",
    nothing:
      "Nothing on this site has this hash, number or slug. Enter the address of the post on its own site.",
    unsigned: "This post is on this site only and has no signature, so it can't be verified.",
    proofless:
      "This text has no proof, and none was found. Paste the proof after the text, or enter the address of the publisher's site.",
    faulty: {
      nothing: "This is not a proof.",
      unsigned: "This entry has no signature: the post is not signed.",
      contentHash: "The proof is damaged: its hash is invalid.",
      publisherAddress: "The proof is damaged: its publisher's address is invalid.",
      timestamp: "The proof is damaged: its date is invalid.",
      signature: "The proof is damaged: its signature is invalid.",
      typedData: "The signed message is damaged or does not belong to a post.",
    },
    whole: "Verified",
    broken: "Verification failed",
    open: "Not everything could be verified",
    heldHere: "Verified just now, from the copy stored here.",
    fromPaste: "Verified just now, from the pasted text only.",
    inBrowser: "Verified in your browser. Nothing was sent.",
    fetchedFrom: (node: string): string => `Fetched just now from ${node} and verified here.`,
    asked: (node: string): string => `Requested just now from ${node}.`,
    /** `#` is an address. */
    signedByKey: "# signed exactly this content, with this date.",
    /** `#` is a name. */
    isOwner: "That is #, the owner of this site.",
    whoseKey:
      "The proof doesn't say who owns this address. Compare it with the one on the publisher's own site.",
    /** `#` is a time. */
    signersWord: "#, as stated by the signer. This date can't be verified.",
    entries: (value: number): string => `${count(value, "entry", "entries")} in its list.`,
    checks: {
      node: {
        good: "The site responds and names its owner.",
        bad: "The server at this address is not a Freehold or EWP site.",
        unknown: "The site can't be reached. Try again later.",
      },
      listed: {
        good: "It is in the site's list of signed posts.",
        bad: "It is not in the site's list of signed posts.",
        unknown: "The site's list of signed posts could not be read completely.",
      },
      page: {
        good: "The page contains the hash of the post.",
        bad: "The page doesn't contain a hash.",
        unknown: "The page doesn't contain the hash of the post. Enter an address that ends in the hash.",
      },
      entries: {
        good: "All signatures in its list are valid.",
        bad: "Its list has signatures that are not by its owner.",
        unknown: "Its list could not be read completely.",
      },
      publisher: {
        good: "Its publisher is the owner of that site.",
        bad: "Its publisher is not the owner of that site.",
        unknown: "Its publisher is not known.",
      },
      signature: {
        good: "This key signed exactly this content, with this date.",
        bad: "The signature is not from this key.",
        unknown: "The signature could not be verified.",
      },
      time: {
        good: "The date is stated by the signer. It is not in the future.",
        bad: "The signed date is in the future.",
        unknown: "The date could not be verified.",
      },
      bytes: {
        good: "The content is unchanged since it was signed.",
        bad: "The content was changed after it was signed.",
        unknown: "The content could not be read or is too large, so it was not verified.",
      },
    },
  },

  follow: {
    title: (owner: string): string => `Follow ${owner}`,
    withNode: "With your own site",
    giveAddress: "Enter this address in your dashboard, and new posts appear in your timeline:",
    orHere: "Or start here, if your wallet is in this browser:",
    whatIsNode: "With a site of your own, like this one, you can follow others.",
    withReader: "With a feed reader",
    giveFeed: "Add this address to any feed reader:",
    otherFeeds: "Other formats:",
    nobody: "This site can't be followed and has no feed.",
    label: "The address of your site",
    look: "Continue",
    noWallet:
      "There is no wallet in this browser, so you can't sign here. Follow from your own site instead.",
    found: "Your site responds. Next, your wallet's address is read. Nothing is signed yet.",
    explain: "You sign that your site follows this one. It's free, and you can unfollow at any time.",
    sign: "Sign and follow",
    done: "Your site now follows this one and will receive new posts.",
  },

  /** Why a visitor's node can't follow this one, by the reason or the code of the error. */
  followProblems: {
    NO_NODE_URL: "This is not a web address. It begins with https:// and a domain name.",
    UNREACHABLE: "That address doesn't respond. Check the spelling. If it is right, your site may be down.",
    NO_ANSWER: "That site takes too long to respond. Try again later.",
    BAD_CERTIFICATE: "The certificate of that address is invalid or expired.",
    ADDRESS_NOT_ALLOWED: "That name points to a private network, or uses a port that is not allowed.",
    NO_NODE: "The server at that address is not a Freehold or EWP site. Check the address.",
    OTHER_NODE: "The site at that address claims to be another one. Nothing was signed.",
    YOURSELF: "That is this site. Enter the address of your own.",
    NO_PUBLIC_ADDRESS: "This site has no public address yet, so it can't be followed.",
    NOT_SUPPORTED: "Your site uses an older form of the protocol. Follow from your site instead.",
    NOT_YET: "Your site has not accepted the follow yet. This site keeps trying for an hour.",
    PEER_FAILED: "Your site refused the follow. Follow from your site instead.",
    INVALID_TIMESTAMP: "This took too long. Start again, then sign.",
    NOT_TAKEN: "You can't follow this site.",
    STALE_REQUEST: "The follow changed in the meantime. Start again, then sign.",
    INVALID_SIGNATURE: "That signature is not from your site's key. Nothing was changed.",
    HTTP_429: "The server is busy. Try again later.",
    other: "The server could not do this. Try again later.",
    offline: "This site can't be reached. What you typed is still here. Try again later.",
  },

  /** Opening a wallet that can sign. */
  walletSteps: {
    waiting: "One moment…",
    none: "There is no wallet in this browser, so you can't sign here.",
    open: "Open your wallet",
    several: "Which wallet is it?",
    unnamed: "Unnamed wallet",
    otherNetwork:
      "Your wallet is on another network and can't sign this there. It asks you to switch to Ethereum. It's free.",
    change: "Switch the network",
  },

  /** The number of visitors who show that they are here; `#` is replaced by it. */
  presence: {
    nobody: "No other visitors are online.",
    one: "1 visitor is online.",
    many: "# visitors are online.",
    beSeen: "Show that I'm online",
    leave: "Stop showing me",
    failed: "The server could not do this. Try again later.",
  },

  wallet: {
    silent:
      "Your wallet has not responded for a minute. Its window may be behind this one. Nothing was signed. Try again.",
    refused: "You declined in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier request open. Finish it there, then try again.",
    "other-chain": "Your wallet is on another network. Switch it to Ethereum, then try again.",
    "other-account":
      "Your wallet has another account open. Switch to the account of that site, then try again.",
    contract:
      "This address is a contract. Other sites can't verify its signatures. Use a regular account instead.",
    failed: "Your wallet could not do this. Nothing was signed. Try again.",
  },

  conversation: {
    title: "Comments",
    count: (value: number): string => count(value, "comment", "comments"),
    nothingYet: "No comments yet.",
    closed: "Comments are closed.",
    closedNow: "Comments are now closed.",
    earlier: "First comments",
    later: "Next comments",
    signed: "signed by its author",
    /** Beside the name of the site's owner. */
    author: "Author",
    answerTo: (name: string): string => `, in reply to ${name}`,
    ens: "The ENS name of the address that signed. It points back to this address.",
    /** Beside a comment that came with its post from another program. */
    imported: "imported",
    yours: "Delete my comment",
    yoursBy: (name: string): string => `Delete my comment (by ${name})`,
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
    mail: "Your email address",
    mailHint: "It is never shown. We email you a link to confirm your comment.",
    approval: "Comments are published after the owner approves them.",
    send: "Send",
    byWallet: "Sign with a wallet",
    explain:
      "You sign that this comment, on this post, is yours. It's free. First, your wallet's address is read.",
    ready: "Your wallet is ready. Confirm once to sign your comment.",
    sign: "Sign and send",
    sentTitle: "Check your email",
    sent: "We sent you an email with a link. Open it within a day to confirm your comment. It is not published before that.",
    back: "Back to the post",
    published: "Your comment is published with your signature.",
    held: "Your comment is pending. It appears once the owner approves it.",
    notSentTitle: "Your comment was not sent",
    kept: "Your text is still here, below.",
  },

  ownComment: {
    title: "Your comment?",
    signedBy: "This address signed it, and only this address can delete it:",
    needsScript: "Your wallet signs the deletion, which needs JavaScript.",
    explain:
      "You sign that this comment is deleted for good. It's free. First, your wallet's address is read.",
    ready: "Your wallet is ready. Confirm once to delete the comment.",
    sign: "Sign and delete",
    byMail:
      "It was written with an email address. Enter that address, and we email you a link to delete the comment.",
    ask: "Send me the link",
    asked:
      "If the comment was written with that address, we sent you an email with a link. It works for a day.",
  },

  /** The problem of a comment's field. @param most its limit in characters */
  commentFields: {
    body: (most: number): string =>
      `A comment needs text, at most ${count(most, "character", "characters")}.`,
    name: (most: number): string =>
      `Your name can have one line of at most ${count(most, "character", "characters")}, and can't be that of the site's owner.`,
    mail: (): string => "This is not an email address. It should look like name@example.org.",
  },

  /** Why a comment was refused, by the code of the error. */
  commentProblems: {
    HTTP_429: "Too many comments in a short time. Try again later.",
    elsewhere: "The form was sent by another site. Send it from this page.",
    other: "The server could not do this. Try again later.",
    offline: "The server can't be reached. Your text is still here. Try again later.",
  },

  comments: {
    confirmTitle: "Is this comment yours?",
    confirmExplain: "It was written with your email address. Confirm it only if you wrote it.",
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
    tooLate: "The link was already used or has expired.",
  },

  notices: {
    tooManyTitle: "Too many requests",
    tooMany: "You requested too many pages in a short time. Try again in a minute.",
    startingTitle: "This site is starting",
    starting:
      "It stopped unexpectedly, so it checks its database first. This page opens automatically when the site is ready.",
    startingForm:
      "It stopped unexpectedly, so it checks its database first. What you sent was not saved. Go back and send it again in a few minutes.",
    fullTitle: "The server is busy",
    full: "Try again later.",
    brokenTitle: "Something went wrong",
    broken: "The error was logged. Try again later.",
    unreadableTitle: "Bad request",
    unreadable: "The server could not read this request.",
  },

  offline: {
    title: "You're offline",
    text: "This site can't be reached right now. The page opens automatically once it can.",
    again: "Try again",
    savedHere: "Saved in this browser",
    /** `#` is replaced by the time. */
    kept: "You're offline. You are reading this page as it was saved on #.",
    anew: "Reload",
  },

  app: {
    console: "Dashboard",
    installer: "Setup",
    needsScript: "This page needs JavaScript. The public pages work without it.",
    notBuiltTitle: "The dashboard is not built",
    notBuilt: "Run this where the node is installed, then restart it: npm run build",
  },

  footer: {
    title: "Site",
    feed: "RSS",
    searchHere: "Search this site",
    verify: "Verify a signature",
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
    theme: "Theme",
    system: "Same as device",
    light: "Light",
    dark: "Dark",
    choose: "Save",
  },
};

/** The texts that every language of the site must have. */
export type Messages = typeof en;
