/** Rules by which an entry was public in its program, each with the words of the report. */
export const publicReasons = {
  published: "Published there, for everybody",
  built: "Its program makes a public page of it",
  flagged: "Its front matter says so",
  addressed: "Addressed to everybody",
  repository: "In a repository that everybody can read",
  feed: "In a feed that everybody can read",
  owner: "You said so",
} as const;

/** Reasons for which an entry becomes a draft. `unsaid` is the only one that a guess could have made public. */
export const draftReasons = {
  draft: "Not published there",
  private: "Not for everybody there: private, with a password, or for members",
  unlisted: "Unlisted there",
  scheduled: "It was to appear later",
  expired: "No longer shown there",
  unbuilt: "Its program makes no public page of it",
  site: "The whole site was not public",
  sensitive: "With a content warning there",
  incomplete: "Words or code are missing here",
  unsaid: "It is unknown whether it was public",
} as const;

/** Reasons for which entries are not imported. */
export const leftOutReasons = {
  others: "Written by other people",
  private: "For followers or single people",
  unapproved: "Comments that were not approved or were deleted there",
  orphans: "Comments whose post is not imported",
  trash: "In the trash",
  settings: "Settings and templates",
  kind: "Of a kind that is not imported",
  beside: "Not in the folder of the site",
  refused: "Can't be imported",
} as const;

export type PublicReason = keyof typeof publicReasons;
export type DraftReason = keyof typeof draftReasons;
export type LeftOutReason = Exclude<keyof typeof leftOutReasons, "refused">;

/** Whether everybody could read an entry in its program, and why. An importer that can't tell says `unsaid`. */
export type Visibility =
  | { readonly public: true; readonly because: PublicReason }
  | { readonly public: false; readonly because: DraftReason };

/** @returns the visibility of an entry that becomes a draft */
export const draftBecause = (because: DraftReason): Visibility => ({ public: false, because });

/** @returns the visibility of an entry that everybody could read */
export const publicBecause = (because: PublicReason): Visibility => ({ public: true, because });
