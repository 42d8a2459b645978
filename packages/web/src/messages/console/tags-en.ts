import { count } from "../site/format.ts";

/** How many publications have a tag. */
export interface TagCounts {
  readonly drafts: number;
  /** On this site only. */
  readonly local: number;
  readonly signed: number;
}

/** The unsigned posts and drafts of a tag, which a change reaches, as "12 posts and 3 drafts". */
function reached({ local, drafts }: TagCounts): string {
  const posts = local > 0 && count(local, "post", "posts");
  return [posts, drafts > 0 && count(drafts, "draft", "drafts")].filter(Boolean).join(" and ");
}

const staysSigned = (tag: string, signed: number): string =>
  signed === 0
    ? ""
    : ` ${count(signed, "signed post keeps", "signed posts keep")} #${tag}, and so does its page: signed posts can't be changed.`;

/** The texts about the tags of the owner's posts, in English. */
export const tagsEn = {
  about:
    "Changes here edit the # words in your drafts and in posts on this site only. Signed posts can't be changed.",
  empty: "No tags yet. Write # before a word in a post to make it a tag.",
  search: "Search tags",
  posts: (value: number): string => count(value, "post", "posts"),
  drafts: (value: number): string => count(value, "draft", "drafts"),
  ofThemSigned: (value: number): string => `${count(value, "is", "are")} signed`,
  isFixed: "Only in signed posts, which can't be changed",
  actions: (tag: string): string => `More for #${tag}`,
  show: "Show its posts",
  page: "View its page",
  rename: "Rename",
  newName: (tag: string): string => `New name of #${tag}`,
  merge: "Merge into another tag",
  mergeTitle: (tag: string): string => `Merge #${tag} into another tag`,
  into: "Tag to keep",
  mergeAct: "Merge",
  mergeExplain: (tag: string, into: string, counts: TagCounts): string =>
    `${reached(counts)} will be tagged #${into} instead.${
      counts.signed > 0
        ? staysSigned(tag, counts.signed)
        : ` Links to the page of #${tag} redirect to #${into}.`
    } This can't be undone.`,
  mergeHint: (tag: string, counts: TagCounts): string =>
    `${reached(counts)} will be tagged with it instead of #${tag}.`,
  delete: "Delete tag",
  deleteTitle: (tag: string): string => `Delete the tag #${tag}?`,
  deleteExplain: (tag: string, counts: TagCounts): string =>
    `${reached(counts)} will keep the word “${tag}” without its #. No post is deleted.${
      counts.signed > 0
        ? staysSigned(tag, counts.signed)
        : counts.local > 0
          ? " The page of the tag will no longer exist."
          : ""
    } This can't be undone; the version history of each post keeps the tag.`,
  working: (changed: number): string =>
    changed === 0 ? "Changing your posts…" : `${count(changed, "text is", "texts are")} changed so far…`,
  renamed: (tag: string, to: string): string => `#${tag} was renamed to #${to}.`,
  merged: (tag: string, to: string): string => `#${tag} was merged into #${to}.`,
  deleted: (tag: string): string => `The tag #${tag} was deleted. Your posts are still there.`,
  keptSigned: (tag: string, signed: number): string => staysSigned(tag, signed).trim(),
  left: (tag: string, changed: number, left: number): string =>
    `${count(changed, "text was", "texts were")} changed. ${count(left, "one still has", "others still have")} #${tag}.`,
};
