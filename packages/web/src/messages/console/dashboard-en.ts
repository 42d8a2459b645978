import { count, englishNumber as number } from "../site/format.ts";

/** Texts of the dashboard's places and of its command palette, in English. */
export const dashboardEn = {
  app: {
    offline: "You're offline. What you write is kept in this browser and is saved when your node answers.",
    newer: "A new version of the dashboard is available.",
    load: "Reload",
  },
  homeTabs: { reading: "Reading", people: "People", follow: "Follow a site" },
  postTabs: { all: "All posts", media: "Media", delivery: "Delivery" },
  inboxTabs: { all: "All", comments: "Comments" },
  problem: "Something needs your attention",
  showNew: (value: number): string =>
    value > 20 ? "More than 20 new posts" : count(value, "new post", "new posts"),
  palette: {
    open: "Search",
    placeholder: "Search posts, people and settings, or type a command",
    found: "Results",
    searching: "Searching…",
    groups: {
      commands: "Go to",
      posts: "Your posts",
      people: "People",
      timeline: "Posts of others",
      comments: "Comments",
    },
  },
  postTable: {
    states: { all: "All", drafts: "Drafts", local: "This site only", signed: "Signed" },
    stateOf: { drafts: "Draft", scheduled: "Scheduled", local: "This site only", signed: "Signed" },
    comments: (value: number): string => count(value, "comment", "comments"),
    status: "Status",
    search: "Search your posts",
    empty: "No posts yet. What you write appears here, drafts too.",
    title: "Title",
    date: "Date",
    edited: (when: string): string => `Edited ${when}`,
    actions: (title: string): string => `More for “${title}”`,
    edit: "Edit",
    view: "View",
    copyLink: "Copy link",
    linkCopied: "The link is copied.",
    newVersion: "Write a new version",
    backToDraft: "Back to draft",
    withdrawn: "The post is a draft again. Only you can see it.",
    delivery: "Delivery",
    selectAll: "Select all",
    clear: "Clear selection",
    publish: (value: number): string =>
      value === 1 ? "Publish on this site only" : `Publish ${number.format(value)} on this site only`,
    published: (value: number): string => `${count(value, "post is", "posts are")} published on this site.`,
    delete: "Delete",
    deletedMany: (value: number): string => `${number.format(value)} posts were deleted.`,
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
