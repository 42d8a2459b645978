import { count, englishNumber as number } from "../site/format.ts";

// Entries that are named beside one reason.
const shownNames = 3;

/** Texts of the import of posts, in English. */
export const importEn = {
  explain:
    "Import what you wrote elsewhere. You see a preview first. Posts that were not public become drafts, pictures are included, old URLs redirect to the new posts, and each post keeps its original date. Your followers are not notified.",
  file: "A file to import",
  drop: "Drop a file here, or choose one.",
  choose: "Choose a file",
  limit: (program: string): string =>
    `Up to 4 GB. The command ${program} import takes larger files and folders.`,
  sending: (share: number): string => `Sending: ${Math.round(share * 100)}%`,
  feed: "Or the URL of a feed or a site",
  feedHint: "RSS, Atom or JSON Feed. A feed often has only the newest posts.",
  readFeed: "Read the feed",
  formatsTitle: "Where to get the file",
  aFeed: "a feed",
  where: {
    wordpress: "Tools, Export, “All content”: the .xml file.",
    ghost: "Settings, Import/Export: the .json file, or a zip of it with the folder content.",
    mastodon: "Preferences, Import and export, “Request your archive”.",
    bluesky: "Settings, Account, “Export my data”: the .car file.",
    blogger: "Settings, “Back up content”: the .xml file, feed.atom, or the zip of Takeout.",
    markdown: "A zip of the folder: Hugo, Jekyll, Obsidian, Logseq, or any files with front matter.",
    feed: "The feed saved as a file, or its address below.",
    reference: "A zip of the data folder, with database and uploads.",
    freehold: "An export: the .tar.gz or the .zip.",
  },
  states: {
    CHECKING: "Reading the file. Nothing is changed.",
    CHECKED: "This is in the file. Nothing is changed yet.",
    IMPORTING: "Importing.",
    IMPORTED: "The import is done.",
    STOPPED: "The import was stopped. Imported posts stay, and you can continue.",
    FAILED: "The import did not finish.",
  },
  recognised: (name: string): string => `from ${name}`,
  progress: (done: number, total: number | null): string =>
    total === null
      ? count(done, "entry", "entries")
      : `${number.format(done)} of ${count(total, "entry", "entries")}`,
  mayLeave: "You can leave this page. The import continues, also after a restart of your node.",
  unread: "This file could not be read. Nothing was changed.",
  failed: (reason: string): string => `${reason} Posts that were already imported stay.`,
  willCome: "To be imported",
  cameIn: "Imported",
  nothingNew: "Nothing new.",
  knownTitle: "Already here",
  written: (from: string, to: string): string =>
    from === to ? `Written on ${from}.` : `Written from ${from} to ${to}.`,
  counts: {
    posts: (n: number): string => count(n, "post", "posts"),
    drafts: (n: number): string => count(n, "draft", "drafts"),
    pages: (n: number): string => count(n, "page", "pages"),
    files: (n: number): string => count(n, "picture or file", "pictures and files"),
    redirects: (n: number): string => count(n, "old URL", "old URLs"),
    comments: (n: number): string => count(n, "comment", "comments"),
    followers: (n: number): string => count(n, "follower", "followers"),
    following: (n: number): string => count(n, "followed site", "followed sites"),
    replicas: (n: number): string => count(n, "post of others", "posts of others"),
    settings: (n: number): string => count(n, "setting", "settings"),
    devices: (n: number): string => count(n, "device", "devices"),
  },
  visibility: (shown: number, drafts: number, leftOut: number, isDone: boolean): string =>
    `${[
      `${shown === 0 ? "None" : number.format(shown)} ${isDone ? (shown < 2 ? "is" : "are") : "will be"} public`,
      ...(drafts > 0 ? [count(drafts, "draft", "drafts")] : []),
      ...(leftOut > 0 ? [`${number.format(leftOut)} left out`] : []),
    ].join(", ")}.`,
  reasonStates: {
    PUBLIC: (n: number): string => `${number.format(n)} public`,
    DRAFT: (n: number): string => count(n, "draft", "drafts"),
    LEFT_OUT: (n: number): string => `${number.format(n)} left out`,
  },
  incomplete: (n: number): string =>
    `${count(n, "entry", "entries")} lost words or code and ${n === 1 ? "is a draft" : "are drafts"}`,
  arrived: (arrived: number, words: number): string =>
    `${number.format(arrived)} of ${count(words, "word", "words")} arrived`,
  missingCode: (n: number): string => `${count(n, "block of code", "blocks of code")} incomplete`,
  missingWords: (examples: readonly string[]): string =>
    `missing: ${examples.map((example) => `“${example}”`).join(", ")}`,
  authors: "Which of the authors are you?",
  author: (name: string, n: number): string => `${name} (${count(n, "entry", "entries")})`,
  authorsHint: "Posts of the others are left out and never signed.",
  publishIncomplete: "Publish posts that were public, even if words or code are missing",
  publishUnsaid: "Publish posts whose visibility is unknown",
  unsaid: (n: number): string =>
    n === 1
      ? "It is unknown whether this was public, so it is a draft"
      : `It is unknown whether these ${number.format(n)} were public, so they are drafts`,
  posts: (n: number): string => `Show ${count(n, "post", "posts")}`,
  draft: "draft",
  more: (n: number): string => `And ${number.format(n)} more.`,
  /** The entries of one reason. */
  named: (names: readonly string[]): string => {
    const more = names.length - shownNames;
    const shown = names.slice(0, shownNames).join(", ");
    return more > 0 ? `${shown} and ${number.format(more)} more` : shown;
  },
  setAside: (n: number): string => `Left out: ${count(n, "entry", "entries")}`,
  changed: (n: number): string => `Missing or changed: ${number.format(n)}`,
  report: "Download the full report",
  fetch: (n: number): string =>
    `Fetch ${count(n, "missing picture", "missing pictures")} from their addresses`,
  fetchHint: "They are not in the file. Your node downloads them from their servers.",
  site: "Address of the old site",
  siteHint: (n: number): string =>
    `${count(n, "picture or file", "pictures and files")} of the old site ${n === 1 ? "is" : "are"} not in the file. With its address, your node fetches ${n === 1 ? "it" : "them"} from there. Without it, ${n === 1 ? "the link to it leads" : "links to them lead"} nowhere.`,
  fetched: (n: number, failed: number): string =>
    `${count(n, "picture or file", "pictures and files")} fetched.${failed === 0 ? "" : ` ${number.format(failed)} could not be fetched, and ${failed === 1 ? "stays a link" : "stay links"}.`}`,
  fetchedLater: (n: number): string =>
    `The servers of ${number.format(n)} of them did not respond or were too busy. Import the same file again later to fetch ${n === 1 ? "it" : "them"}.`,
  quiet: "Imported posts are unsigned and on your site only. You can sign them later.",
  origin: {
    title: "Is this export yours?",
    unsigned: "This export has no signature of its list of files, so it may not be yours.",
    signedBy: (address: string): string =>
      `The list of files in this export is signed by ${address}, not by you.`,
    confirm: "All of it is mine. Import everything",
    unconfirmed:
      "Otherwise only signed posts and follows are imported as they are: unsigned posts become drafts, comments are pending, and the description, picture and settings are left out.",
    confirmed:
      "Unsigned posts and comments become public as they were, its settings replace yours, and your site follows the sites in it.",
  },
  start: "Import",
  continue: "Continue",
  stop: "Stop",
  another: "Choose another file",
  signing: {
    title: "Sign imported posts",
    explain: (n: number, year: number): string =>
      `${count(n, "post or file is", "posts and files are")} on your site only. Sign them to add them to your list of signed posts, so that other sites can verify them. The original date is shown beside the date of signing: “Written 2014, signed ${year}”.`,
    announce: "Notify followers of each post",
    quiet: "Followers are not notified. They can find the posts in your list of signed posts.",
    announced: "Followers get each of these posts as a new one.",
    oneByOne: {
      wallet:
        "Your wallet asks for each of them, one after another. You can stop and continue on another day.",
      key: "A key file signs them without asking each time; a wallet asks for each. You can stop and continue on another day.",
    },
    withNode: "Sign all with this node's key",
    signed: (done: number, of: number): string => `${number.format(done)} of ${number.format(of)} signed.`,
    canContinue: "You can continue at any time.",
    stop: "Stop",
  },
};
