import { settingsEn } from "./settings-en.ts";

const plurals = new Intl.PluralRules("en-GB");
const number = new Intl.NumberFormat("en-GB");

/** A number with its noun, as "1 text" or "1,200 texts". */
function count(value: number, one: string, many: string): string {
  return `${number.format(value)} ${plurals.select(value) === "one" ? one : many}`;
}

/** Everything that the console says, in English. */
export const en = {
  language: "en",
  desk: "Desk",
  signIn: {
    title: "Come in",
    words:
      "This desk is for the owner of the house. Your wallet signs a line of text that names this page; nothing is sent or paid.",
    with: (wallet: string): string => `Sign in with ${wallet}`,
    aWallet: "your wallet",
    noWallet:
      "There is no wallet in this browser. Install one, or open this page in the browser that has it.",
    waiting: "Your wallet is asking you.",
    notOwner: "That address does not own this house.",
  },
  signOut: "Sign out",
  close: "Close",
  more: "Show more",
  again: "Try again",
  cancel: "Cancel",
  delete: "Delete",
  undo: "Undo",
  copy: "Copy",
  copied: "Copied",
  offline:
    "You are offline. What you wrote is held in this window, and it goes on by itself when the network is back.",
  failed: (reason: string): string => `This could not be shown. ${reason}`,
  places: {
    timeline: "Timeline",
    write: "Write",
    posts: "Posts",
    media: "Media",
    settings: "Settings",
    status: "This node",
  },
  keys: {
    title: "Keys",
    help: "This list",
    of: {
      next: "Next post",
      previous: "The one before",
      details: "Its details and proof",
      more: "Show more",
      keep: "Keep the draft now",
      show: "Show it here",
      sign: "Sign and send",
      signPicked: "Sign what is picked",
    },
  },
  problems: {
    OFFLINE: "Your node does not answer. Look whether it runs and you have a network, then try again.",
    UNAUTHENTICATED: "Your time at the desk is over. Sign in again in another tab, then try again here.",
    RATE_LIMITED: "That was too often in a short time. Wait a minute, then try again.",
    TOO_LARGE: "It is larger than your node takes.",
    CONFLICT: "It was changed elsewhere since you opened it. Load the page again to see how it stands now.",
    NOT_FOUND: "It is not there any more.",
    INVALID_SIGNATURE: "The signature does not fit the text. Nothing was sent; sign once more.",
    EXPIRED_SIGNATURE: "The signature came too late. Nothing was sent; sign once more.",
  },
  timeline: {
    empty: "What you and the people you follow publish will stand here. Begin with a text of your own.",
    nothingSo: "Nothing here is like that. Take a filter away to see more.",
    kind: "Kind",
    kinds: { all: "All", POST: "Texts", FILE: "Files" },
    tag: "Tag",
    onlyOf: (name: string): string => `Only ${name}`,
    by: (name: string): string => `By ${name}`,
    more: "More of theirs",
    page: "Read there",
    tooLong: "This text is too long to stand here.",
  },
  post: {
    signed: "signed",
    states: { DRAFT: "draft", LOCAL: "only here", SIGNED: "signed" },
    details: "Details",
    proof: "Proof",
    signedAt: "Signed",
    cameAt: "Came here",
    size: "Size",
    noProof: "It is not signed: it stands only here, and nobody can prove whose it is.",
    asReadersSeeIt: "As readers see it",
  },
  write: {
    label: "Your text, in Markdown",
    placeholder: "Write.",
    noEditor: "The sheet could not be fetched. Load the page again; nothing was lost.",
    sides: { write: "Write", read: "Read" },
    preview: "As readers will see it",
    previewEmpty: "What you write stands here as readers will see it.",
    isSigned: "This text is signed, and what is signed never changes.",
    isGone: "This text is not there any more.",
    words: (value: number): string => count(value, "word", "words"),
    states: {
      empty: "A new sheet.",
      changed: "Writing…",
      saving: "Saving…",
      kept: "Saved. Only you can see this.",
      offline: "Your node does not answer. The text is held in this window and is saved as soon as it does.",
      conflict: "This draft was changed elsewhere. Yours is still here, and nothing was written over.",
      failed: "Not saved; the text is held in this window.",
    },
    shown: {
      same: "Readers of your site see this.",
      changed: "Changed, and held in this window until you show it.",
    },
    keepBeside: "Keep mine as another draft",
    slug: "Address",
    slugHint: "Letters, digits and dashes. Without one it has a number.",
    slugTaken: "Another of your posts has this address. The text is saved without it; choose another.",
    tags: "Tags",
    noTags: "A word with # before it becomes a tag.",
    schedule: "Show by itself at",
    setSchedule: "Set",
    unschedule: "Don't",
    scheduleHint: "It goes to your own site then. Signing always takes you.",
    keepFirst: "The text is not saved yet, so this waits. Try again when it is.",
    keep: "Keep",
    keepMeans: "a draft, for you alone",
    keptNow: "Kept. Only you can see it.",
    show: "Show here",
    showChanges: "Show the changes",
    showMeans: "on your site, unsigned",
    shownNow: "Readers of your site see it now.",
    sign: "Sign and send",
    signMeans: "to everybody who follows you, for good",
  },
  files: {
    choose: "Add a picture or file",
    addPicture: "A picture",
    addFile: "A file",
    alt: "What does it show?",
    altHint: "For everybody who does not see it. Leave it empty if it only decorates.",
    caption: "What is it?",
    add: "Add it to the text",
    progress: (name: string): string => `${name} on its way`,
    stillHere: "The file is still here.",
  },
  signing: {
    title: (value: number): string => `Sign ${count(value, "text", "texts")}`,
    explain:
      "Your wallet shows the hash of each text, your address and the time. That you sign: so everybody can check that it is yours and unchanged. Nothing is paid.",
    counting: "Looking who follows you.",
    goesTo: (people: number, isMore: boolean): string =>
      people === 0
        ? "Nobody follows you yet, so it goes to your own site and to whoever looks there. It can't be changed afterwards, nor taken back."
        : `It goes to ${isMore ? "more than " : ""}${count(people, "follower", "followers")}. It can't be changed afterwards, nor taken back.`,
    open: (wallet: string): string => `Open ${wallet}`,
    sign: (wallet: string): string => `Sign with ${wallet}`,
    asking: (which: number, of: number): string =>
      of === 1 ? "Your wallet is asking you." : `Your wallet is asking you: ${which} of ${of}.`,
    sending: "Signed. It is on its way.",
    kept: (done: number, of: number): string =>
      `${done} of ${of} signatures are kept; go on where you stopped.`,
    notNow: "Not now",
    done: (value: number): string => (value === 1 ? "Signed" : `${number.format(value)} texts are signed`),
    wentTo: (people: number): string =>
      people === 0
        ? "It stands on your site, with its proof."
        : `It is on its way to ${count(people, "follower", "followers")}.`,
    untitled: "Without words",
  },
  posts: {
    lists: "Lists",
    new: "New text",
    drafts: "Drafts",
    local: "Only here",
    signed: "Signed",
    empty: {
      drafts: "Texts that you began and nobody sees yet stand here. Begin one under Write.",
      local: "Texts that stand on your site without a signature stand here.",
      signed: "Texts that you signed stand here, each with its seal.",
    },
    pick: (title: string): string => `Pick “${title}”`,
    picked: (value: number): string => `${count(value, "text", "texts")} picked`,
    signPicked: (value: number): string => (value === 1 ? "Sign it" : `Sign all ${number.format(value)}`),
    scheduled: (when: string): string => `Goes to your site on ${when}`,
    look: "Look",
    deleteOne: (title: string): string => `Delete “${title}”`,
    deleted: (title: string): string => `“${title}” is deleted.`,
    deleteSigned: "Delete a signed text?",
    copiesStay: "It goes from your site. Copies that other nodes have stay, with your signature.",
  },
  media: {
    add: "Add files",
    empty: "Pictures and files stand here. Drop some onto this page, or put them into a text.",
    open: (name: string): string => `Open ${name}`,
    copy: "Copy as Markdown",
    captionOf: (name: string): string => `What ${name} shows`,
    captionStays: "Your words still stand in the field.",
  },
  wallet: {
    silent:
      "Your wallet has not answered for a minute. Its window may be behind this one. Nothing was signed; try again.",
    refused: "You said no in your wallet. Nothing was signed.",
    busy: "Your wallet has an earlier question open. Answer it there, then try again.",
    "other-chain": "Your wallet stays on another network. Change it to Ethereum, then try again.",
    "other-account": "Your wallet has another account open. Change to the one of this house, then try again.",
    contract: "This address is a contract. Other nodes can't check its signatures; use a plain account.",
    failed: "Your wallet could not do it. Nothing was signed; try again.",
  },
  settings: settingsEn,
  status: {
    looking: "Looking at the network, the disk, the queues and the rest. This can take a minute and a half.",
    allWell: "Nothing is wrong.",
    wrong: (count: number): string => (count === 1 ? "One thing needs you." : `${count} things need you.`),
    again: "Look again",
    states: { OK: "Well", WARNING: "Soon", FAILED: "Wrong", SKIPPED: "Not tried" },
  },
};

/** What every catalogue of the console says, so that none can leave a sentence out. */
export type ConsoleWords = typeof en;
