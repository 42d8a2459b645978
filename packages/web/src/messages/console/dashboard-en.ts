import { count, englishNumber as number } from "../site/format.ts";

/** Texts of the dashboard's places and of its command palette, in English. */
export const dashboardEn = {
  app: {
    offline: "You're offline. What you write is kept in this browser and is saved when you're back online.",
    unreachable:
      "Your node does not answer. What you write is kept in this browser and is saved when it answers.",
    newer: "A new version of the dashboard is available.",
    load: "Reload",
  },
  checklist: {
    title: "Your first steps",
    done: (done: number, of: number): string => `${done} of ${of} done`,
    isDone: "done",
    hide: "Hide this list",
    steps: {
      post: { name: "Write your first post", why: "On this site only, or signed for your followers." },
      profile: { name: "Introduce yourself", why: "A picture and a few words about you." },
      address: {
        name: "Get a public address",
        why: "Only this machine reaches your site now. With an address, others can read and follow it.",
      },
      mail: {
        name: "Set up email",
        why: "People without a wallet can comment, and readers can get your posts by mail.",
      },
    },
  },
  homeTabs: { reading: "Reading", later: "Read later", people: "People", follow: "Follow a site" },
  postTabs: { all: "All posts", proposals: "Proposals", media: "Media", delivery: "Delivery" },
  inboxTabs: { all: "All", comments: "Comments" },
  problem: "Something needs your attention",
  showNew: (value: number): string =>
    value > 20 ? "More than 20 new posts" : count(value, "new post", "new posts"),
  palette: {
    open: "Search",
    placeholder: "Search posts, people and settings, or type a command",
    found: "Results",
    searching: "Searching…",
    words: {
      write: "new post draft article note",
      posts: "articles drafts published",
      media: "pictures photos images files videos",
      people: "followers following friends",
      inbox: "notifications mentions",
      home: "timeline reading feed start",
      delivery: "outbox sent failed",
      follow: "feed rss subscribe add person",
      keys: "help hotkeys",
      signOut: "log out logout leave",
    } as Readonly<Record<string, string>>,
    groups: {
      here: "In this post",
      commands: "Go to",
      posts: "Your posts",
      people: "People",
      timeline: "Posts of others",
      comments: "Comments",
    },
  },
  proposals: {
    empty: "Nothing waits for you. Drafts that an AI agent or another program proposes appear here.",
    about:
      "Programs propose drafts here; nothing of that is public before you publish it. A program needs an access token, and what its permissions allow it does without asking.",
    tokens: "Access tokens",
    by: (agent: string): string => `From ${agent}`,
    revised: "Changed since you declined it",
    newVersion: "New version of a post",
    taken: "You changed it",
    open: "Read and publish",
    changes: "What changed",
    decline: "Decline",
    declineOne: (title: string): string => `Decline “${title}”`,
    declineTitle: (title: string): string => `Decline “${title}”?`,
    declineExplain: (agent: string): string =>
      `It stays among your drafts. ${agent} can read your reason, change the text and propose it again.`,
    declineTakenExplain: (agent: string): string =>
      `It stays among your drafts. ${agent} can read your reason. It can't change this draft any more, since you have changed it.`,
    reason: "Reason (optional)",
    declined: "Declined",
  },
  postTable: {
    states: { all: "All", drafts: "Drafts", local: "This site only", signed: "Signed" },
    /** Beside a post that is a page of the site. */
    page: "Page",
    stateOf: { drafts: "Draft", scheduled: "Scheduled", local: "This site only", signed: "Signed" },
    comments: (value: number): string => count(value, "comment", "comments"),
    status: "Status",
    kept: "In this browser",
    search: "Search your posts",
    empty: "No posts yet. What you write appears here, drafts too.",
    date: "Date",
    anyDate: "Any date",
    from: "From",
    to: "To",
    edited: (when: string): string => `Edited ${when}`,
    actions: (title: string): string => `More for “${title}”`,
    edit: "Edit",
    view: "View",
    copyLink: "Copy link",
    linkCopied: "The link is copied.",
    newVersion: "Write a new version",
    duplicate: "Duplicate as a draft",
    backToDraft: "Back to draft",
    withdrawn: "The post is a draft again. Only you can see it.",
    delivery: "Delivery",
    selectAll: "Select all",
    selectedShown: (value: number): string =>
      `${count(value, "post", "posts")} selected: all that are shown. There are more.`,
    selectEverything: "Select all of them",
    keepDate: (value: number): string =>
      `${count(value, "scheduled one keeps its", "scheduled ones keep their")} date.`,
    clear: "Clear selection",
    publish: (value: number): string =>
      value === 1 ? "Publish on this site only" : `Publish ${number.format(value)} on this site only`,
    published: (value: number): string => `${count(value, "post is", "posts are")} published on this site.`,
    delete: "Delete",
  },
  answers: {
    answer: "Answer",
    to: (name: string): string => `Answer to ${name}`,
    placeholder: "Your answer, in Markdown",
    send: "Publish answer",
    published: "Your answer is published.",
    byOwner: "you",
  },
};
