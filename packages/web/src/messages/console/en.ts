import { en as site } from "../site/en.ts";
import { count, countedFollowers, englishNumber as number } from "../site/format.ts";
import { addressEn } from "./address-en.ts";
import { commentsEn } from "./comments-en.ts";
import { deliveryEn } from "./delivery-en.ts";
import { editorEn } from "./editor-en.ts";
import type { firstEn } from "./first-en.ts";
import { historyEn } from "./history-en.ts";
import { importEn } from "./import-en.ts";
import { keyFileEn } from "./key-file-en.ts";
import { menuEn } from "./menu-en.ts";
import { passkeysEn } from "./passkeys-en.ts";
import { peopleEn } from "./people-en.ts";
import { picturesEn } from "./pictures-en.ts";
import { postsEn } from "./posts-en.ts";
import { publishEn } from "./publish-en.ts";
import { readersEn } from "./readers-en.ts";
import { readingEn } from "./reading-en.ts";
import { settingsEn } from "./settings-en.ts";
import { tagsEn } from "./tags-en.ts";
import type { Sentence } from "./translate-sentence.ts";
import { trashEn } from "./trash-en.ts";
import { wordsEn } from "./words-en.ts";

/** Every text of the console but those of its first view (`first-en.ts`), in English. */
export const en = {
  notFound: {
    title: "This page doesn't exist",
    text: "No page of the dashboard has this address. The link may be of an older version.",
  },
  /** A sentence with which the node refuses something. */
  refusal: (english: string, _sentence?: Sentence): string => english,
  signIn: {
    againTitle: "Sign in again",
    againExplain: "You signed in some time ago. Sign in again to confirm that it's you.",
    endedExplain: "Your session has ended. Sign in to continue. What you typed is still here.",
    title: "Sign in",
    explain:
      "This dashboard belongs to the owner of this site. To sign in, your key signs a short text that names this page. It's free.",
    with: (wallet: string): string => `Sign in with ${wallet}`,
    aWallet: "your wallet",
    noWallet: "If your key is in a wallet, open this page in the browser that has it.",
    waiting: "Confirm in your wallet.",
    lost: "Only its recovery words can restore a lost key. Nobody can replace it, or reset the password of a key file.",
    lostMore: "What you can still do",
    opening: "Open your key file. It signs you in.",
  },
  walletConnect: {
    name: "a wallet on your phone",
    title: "Connect your wallet",
    explain:
      "Scan this code with the wallet on your phone. What you sign is sent encrypted through WalletConnect's relay.",
    code: "The code to scan",
    openHere: "Open a wallet on this device",
    copy: "Copy the code",
    copied: "Copied.",
  },
  keyFile: keyFileEn,
  words: wordsEn,
  keys: {
    title: "Keyboard shortcuts",
    help: "Show this list",
    palette: "Search and commands",
    of: {
      next: "Next post",
      previous: "Previous post",
      showNew: "Show new posts",
      readLater: "Save to read later",
      stopped: "Go to where you stopped",
      answer: "Answer",
      search: "Search",
      details: "Details and proof",
      quote: "Quote in a new post",
      reply: "Reply on its site",
      more: "Show more",
      save: "Save the draft",
      publish: "Publish",
      signSelected: "Sign the selected posts",
      nextOne: "Next",
      previousOne: "Previous",
      openOne: "Details",
      follow: "Follow a site",
      retry: "Try again now",
      select: "Select",
      approve: "Approve this one or the selected ones",
      hide: "Hide this one or the selected ones",
      markRead: "Mark all as read",
    },
  },
  ...peopleEn,
  ...addressEn,
  ...deliveryEn,
  ...historyEn,
  ...commentsEn,
  ...trashEn,
  tags: tagsEn,
  editor: editorEn,
  ...publishEn,
  ...postsEn,
  write: {
    preview: "Preview",
    previewEmpty: "The preview of your post appears here.",
    previewPlain: "Your node can't show the page now. This is the text without theme and cover.",
    isSigned:
      "This post is signed, and a signed post can't be changed. A new version is a draft with its text.",
    isGone: "This post no longer exists.",
    notSaved: "Not saved · kept in this browser",
    states: {
      empty: "New post",
      changed: "Not saved yet…",
      saving: "Saving…",
      saved: "Saved · only you can see this",
      offline: "Your node doesn't respond. Your text is kept in this browser and saved when it does.",
      conflict:
        "This post was changed elsewhere. Your text is kept in this browser. Nothing was overwritten.",
      failed: "Not saved on your node. Your text is kept in this browser.",
    },
    busy: (reason: string): string =>
      `${reason} Your text is kept in this browser and saved as soon as possible.`,
    published: {
      same: "Published · on this site",
      changed: "Changes saved · readers see the published text",
    },
    recovered: (when: string): string => `Restored from this browser: your text of ${when}.`,
    slug: "Slug",
    slugHint:
      "The end of the URL: letters, digits and dashes. If empty, it is made from the title when you publish.",
    slugTaken: "Another of your posts has this slug. The text is saved without it. Choose another one.",
    slugWasUsed:
      "Another of your posts had this slug, and readers may still use it. The text is saved without it.",
    takeSlug: (slug: string): string => `Use /slug/${slug} for this post`,
    tags: "Tags",
    noTags: "Write # before a word to make it a tag.",
    saveFirst: "The text is not saved yet. Try again when it is.",
    savedNow: {
      draft: "Saved. Only you can see it.",
      changed: "Saved. Readers see it once you publish the changes.",
      same: "Nothing has changed since you published it.",
    },
    changes: {
      mark: "Changes not published",
      open: "You have changes that are not published.",
      discard: "Discard changes",
      discarded: "The changes are discarded. Their text stays in the version history.",
      published: "The changes are published.",
    },
  },
  kept: {
    restored: (when: string): string => `Restored from this browser: what you typed on ${when}.`,
    discard: "Discard",
  },
  files: {
    choose: "Add a picture or file",
    alt: "What does it show?",
    caption: "What is it?",
    progress: (name: string): string => `Uploading ${name}`,
    stillWaiting: (value: number): string =>
      `${count(value, "picture or file is", "pictures and files are")} not uploaded yet. Wait, try again or remove ${value === 1 ? "it" : "them"}.`,
  },
  signing: {
    title: (value: number): string => `Sign ${count(value, "post", "posts")}`,
    /** A wallet asks for each signature; a key file, or a key of which nothing is known yet, does not. */
    by: {
      wallet: {
        about: "Your wallet shows a hash, your address and the time to sign. It's free.",
        explain:
          "Your wallet shows the hash of each post, your address and the time. With your signature, everyone can verify that the post is yours and unchanged. It's free.",
        withFiles: (value: number): string =>
          `Includes ${count(value, "picture or file", "pictures and files")}. Your wallet asks for each, so that your followers see ${value === 1 ? "it" : "them"} too.`,
        oneByOne:
          "Each file needs its own signature, because every site verifies it separately. A wallet asks one after another.",
        asking: (which: number, of: number): string =>
          of === 1
            ? "Confirm in your wallet."
            : `Confirm in your wallet: ${number.format(which)} of ${number.format(of)}.`,
        connected: "Your wallet is connected. Sign now.",
        asked: "(in your wallet now)",
      },
      key: {
        about: "Your key signs a hash of the text, your address and the time. It's free.",
        explain:
          "Your key signs the hash of each post, your address and the time. With that, everyone can verify that the post is yours and unchanged. It's free.",
        withFiles: (value: number): string =>
          `Includes ${count(value, "picture or file", "pictures and files")}. Your key signs ${value === 1 ? "it" : "each"} too, so that your followers see ${value === 1 ? "it" : "them"}.`,
        oneByOne: "Each file needs its own signature, because every site verifies it separately.",
        asking: (which: number, of: number): string =>
          of === 1
            ? "Signing with your key."
            : `Signing with your key: ${number.format(which)} of ${number.format(of)}.`,
        connected: "Your key is unlocked. Sign now.",
        asked: "(being signed)",
      },
    },
    counting: "Counting your followers…",
    goesTo: (people: number): string =>
      people === 0
        ? "You have no followers yet, so this is published on your site only. It can't be changed or taken back."
        : `This is sent to ${count(people, "follower", "followers")}. It can't be changed or taken back.`,
    sign: (wallet: string): string => `Sign with ${wallet}`,
    sending: "Signed. Sending…",
    delivering: "Sending… Waiting for the other site to respond.",
    resumable: (done: number, of: number): string =>
      `${number.format(done)} of ${count(of, "signature is", "signatures are")} saved. You can continue where you stopped.`,
    done: (value: number): string => (value === 1 ? "Signed" : `${number.format(value)} posts are signed`),
    wentTo: (people: number): string =>
      people === 0
        ? "It is published on your site, with its proof."
        : `It is being sent to ${count(people, "follower", "followers")}${people < countedFollowers ? "" : " or more"}.`,
    file: (name: string): string => (name ? `File: ${name}` : "A file"),
    states: { signed: "(signed)", waiting: "(next)" },
    untitled: "Untitled",
  },
  posts: {
    new: "New post",
    tabs: { drafts: "Drafts", local: "This site only", signed: "Signed" },
    empty: {
      drafts: "No drafts. Posts that only you can see appear here. Start one with Write.",
      local: "No posts. Posts that you publish on this site only, without a signature, appear here.",
      signed: "No signed posts yet. Posts that you sign appear here, each with its seal.",
    },
    select: (title: string): string => `Select “${title}”`,
    selected: (value: number): string => `${count(value, "post", "posts")} selected`,
    signSelected: (value: number): string =>
      value === 1 ? "Sign post" : `Sign ${number.format(value)} posts`,
    scheduled: (when: string): string => `Scheduled for ${when}`,
    deleteOne: (title: string): string => `Delete “${title}”`,
    filesStay: (files: number): string =>
      files === 1
        ? "A picture or file in it stays public."
        : `${number.format(files)} pictures or files in it stay public.`,
    deleteFiles: (count: number): string => (count === 1 ? "Delete it too" : "Delete them too"),
    filesGo: "Its pictures and files are deleted too.",
    deleteSigned: "Delete a signed post?",
    copiesStay:
      "It is removed from your site. Copies on other sites stay, with your signature. You can restore yours from the trash for 30 days.",
  },
  media: {
    add: "Add files",
    empty: "No files yet. Drop pictures and files onto this page, or add them to a post.",
    open: (name: string): string => `Open ${name}`,
    copy: "Copy as Markdown",
    captionOf: (name: string): string => `Description of ${name}`,
    captionNotLost: "Your text is still in the field.",
  },
  wallet: {
    ...site.wallet,
    "other-account": "Your wallet has another account open. Switch to the owner's account, then try again.",
  },
  siteMenu: menuEn,
  pictures: picturesEn,
  readers: readersEn,
  imports: importEn,
  settings: settingsEn,
  passkeys: passkeysEn,
  reading: readingEn,
  status: {
    checking: "Checking network, disk, queues and more. This can take up to 90 seconds.",
    allWell: "No problems found.",
    wrong: (problems: number): string =>
      `${count(problems, "problem needs", "problems need")} your attention.`,
    again: "Check again",
    passed: (passed: number, skipped: number): string =>
      [
        `${count(passed, "check", "checks")} passed`,
        ...(skipped > 0 ? [`${number.format(skipped)} skipped`] : []),
      ].join(", "),
    states: { OK: "OK", WARNING: "Warning", FAILED: "Failed", SKIPPED: "Skipped" },
    clock: {
      title: "The clock of your node",
      jumped: (from: string, to: string): string =>
        `The clock jumped ahead: it showed ${from}, and now it shows ${to}. Until this is resolved, nothing is signed, emailed or published on schedule.`,
      whatToDo:
        "If the time is wrong, correct the machine's clock; your node notices it automatically. If it is right, confirm it. It is also confirmed when two other sites show the same time.",
      confirm: (now: string): string => `It is right: ${now}`,
      future: (n: number): string =>
        n === 1
          ? "One post has a signature date in the future. No other site accepts it, and you can't sign until then."
          : `${number.format(n)} posts have signature dates in the future. No other site accepts them, and you can't sign until then.`,
      post: (id: string): string => `Post ${id}`,
      withdraw: (n: number): string => (n === 1 ? "Make it a draft again" : "Make them drafts again"),
    },
    setAside: {
      title: "Set aside",
      explain:
        "Your node crashed each time it tried these tasks, so it no longer tries them. Everything else continues.",
      queues: {
        OUTBOX: "A message to another site",
        PULLS: "A post of another site",
        JOBS: "An email, push message, webhook, mention or other small task",
        CATCH_UPS: "The list of posts of a site that you follow",
        FEEDS: "A feed that you read",
        IMPORTS: "Your import",
      } as Readonly<Record<string, string>>,
      retry: "Try again",
      drop: "Drop",
      dropTitle: (name: string): string => `Drop this? ${name}`,
      dropped: "The task counts as refused and is not tried again. A feed is no longer read.",
    },
  },
};

/** The texts that every language of the console must have. */
export type ConsoleMessages = typeof firstEn & typeof en;
