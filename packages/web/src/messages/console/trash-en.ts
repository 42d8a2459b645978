import { count, englishNumber as number } from "../site/format.ts";

/** The texts about what is deleted, and what is in the trash, in English. */
export const trashEn = {
  trash: {
    about: "What you delete is kept here for 30 days. Nobody else sees it.",
    empty: "The trash is empty. Posts, files and comments that you delete are kept here for 30 days.",
    kinds: { POST: "Post", FILE: "File" },
    deletedAt: (when: string): string => `Deleted ${when}`,
    goneAt: (day: string): string => `Deleted for good on ${day}`,
    withFiles: (files: number): string => `With ${count(files, "file", "files")}`,
    restore: "Restore",
    restoreOne: (title: string): string => `Restore “${title}”`,
    restored: (title: string): string => `“${title}” is back.`,
    otherAddress: (title: string): string =>
      `“${title}” is back with another slug: its own belongs to another post now.`,
    notRestored: (title: string, reason: string): string =>
      `“${title}” could not be restored and is still in the trash. ${reason}`,
    purge: "Delete for good",
    purgeOne: (title: string): string => `Delete for good: “${title}”`,
    purgeTitle: (title: string): string => `Delete “${title}” for good?`,
    purgeExplain: "It can't be restored after that.",
    emptyAll: "Empty trash",
    emptyTitle: "Empty the trash?",
    emptyExplain: "Everything in it is deleted for good and can't be restored.",
    deleting: (title: string): string => `Deleting “${title}”…`,
    deleted: (title: string): string => `“${title}” is in the trash.`,
    notDeleted: (title: string, reason: string): string => `“${title}” was not deleted. ${reason}`,
    deletingPosts: (value: number): string => `Deleting ${count(value, "post", "posts")}…`,
    deletedPosts: (value: number): string =>
      value === 1 ? "One post is in the trash." : `${number.format(value)} posts are in the trash.`,
    notDeletedPosts: (value: number, reason: string): string =>
      value === 1
        ? `One post was not deleted. ${reason}`
        : `${number.format(value)} posts were not deleted. ${reason}`,
    notRestoredPosts: (reason: string): string =>
      `Not all posts could be restored. The others are in the trash. ${reason}`,
    filesNotDeleted: (reason: string): string => `The files were not deleted. ${reason}`,
    comment: (name: string): string => `The comment by ${name} is in the trash.`,
    commentBy: (name: string): string => `Comment by ${name}`,
  },
  fileUses: {
    title: (name: string): string => `Delete “${name}”?`,
    searching: "Checking where it is used…",
    unknown: "Uses of this file could not be checked.",
    unused: "Not used",
    nothing: "Nothing on your site uses it.",
    inPosts: (value: number): string => `Used in ${count(value, "post", "posts")}`,
    elsewhere: "Used on your site",
    breaks: "Readers see a broken picture or link there until you restore it from the trash.",
    avatar: "Your profile picture stays: it is stored separately.",
    stylesheet: "Your custom CSS",
    template: (name: string): string => `The template “${name}”`,
    draft: "draft",
    missing: (value: number): string =>
      value === 1
        ? "This text refers to a file that isn't on your site:"
        : `This text refers to ${number.format(value)} files that aren't on your site:`,
    missingHint: "Readers see a broken picture or link there.",
    inTrash: "in the trash",
    unnamed: "A file without a description",
  },
};
