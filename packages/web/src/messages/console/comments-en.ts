import { count } from "../site/format.ts";

const number = new Intl.NumberFormat("en-GB");

/** What is said of comments and of what the owner is told, in English. */
export const commentsEn = {
  comments: {
    lists: "Lists",
    tabs: { HELD: "Waiting for you", PUBLISHED: "Shown", REJECTED: "Hidden" },
    count: (value: number): string => number.format(value),
    empty: {
      HELD: "Nothing waits for you. Comments that you are to see first stand here.",
      PUBLISHED: "No comments yet. What readers write below your posts stands here.",
      REJECTED: "Nothing is hidden. Comments that you took from your readers stand here, and can come back.",
    },
    nothingSo: "Nothing here is like that.",
    by: (name: string): string => `Comment by ${name}`,
    on: (title: string): string => `on “${title}”`,
    onlyPost: "Only this post",
    onlyTheirs: "Only theirs",
    ofOne: (name: string): string => `Only by ${name}`,
    byMail: "known by mail",
    byWallet: "known by wallet",
    approve: "Show",
    hide: "Hide",
    delete: "Delete for good",
    pick: (name: string): string => `Pick the comment by ${name}`,
    pickAll: "Pick all",
    picked: (value: number): string => `${count(value, "comment", "comments")} picked`,
    moved: {
      PUBLISHED: (value: number): string =>
        value === 1 ? "Readers see the comment now." : `Readers see ${number.format(value)} comments now.`,
      REJECTED: (value: number): string =>
        value === 1 ? "The comment is hidden." : `${number.format(value)} comments are hidden.`,
      HELD: (value: number): string =>
        value === 1 ? "The comment waits again." : `${number.format(value)} comments wait again.`,
    },
    deleteTitle: (name: string): string => `Delete the comment by ${name}?`,
    deleteExplain: "It goes for good, and nobody can bring it back. To take it from readers alone, hide it.",
    blockExplain:
      "What they write with their mail address is not taken any more, whatever name they give. They learn it when they confirm a comment; what stands already stays.",
    take: "Take comments",
    approveFirst: "Show none before I have seen it",
    takeHere: "Take comments on this post",
    settings: "How you take them",
    theirs: "Commenter",
  },
  notices: {
    empty:
      "Nothing happened yet. Who follows you, what is said below your posts, and what needs you stands here.",
    markRead: "Mark all as read",
    unread: (value: number): string =>
      value === 0 ? "You have seen everything." : `${count(value, "thing", "things")} you have not seen.`,
    isNew: "new",
    follower: (name: string): string => `${name} follows you.`,
    commentWaits: (name: string): string => `${name} wrote a comment. It waits for you.`,
    comment: (name: string): string => `${name} wrote a comment.`,
    visitor: (address: string): string => `Somebody came by who says to be ${address}.`,
    failedPeer: (name: string, since: string): string => `${name} has not been reached since ${since}.`,
    failedWebhook: (url: string): string => `A webhook failed so often that it was switched off: ${url}`,
    damaged: (value: number): string => `${count(value, "file is", "files are")} missing or damaged.`,
    backup: "The daily backup could not be made.",
    kinds: "What you are told",
    settings: {
      notifyFollower: "Who begins to follow me",
      notifyComment: "What is said below my posts",
      notifyVisitor: "Who comes by and says who they are",
      notifyFailedPeer: "Whom I can't reach for a day",
    },
    always: "What is broken here (files, backups, webhooks) is always told.",
  },
};
