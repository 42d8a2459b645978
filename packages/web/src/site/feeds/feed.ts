/** A feed for every format. All URLs are absolute. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The page of the feed; also its id. */
  readonly link: string;
  /** The feed's own URL. */
  readonly self: string;
  /** BCP 47. */
  readonly language: string;
  /** Milliseconds of the Unix epoch: the newest entry, or the last change of the profile. */
  readonly updatedAt: number;
  readonly author: { readonly name: string; readonly url: string; readonly picture: string | null };
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Stays the same when an address changes. */
  readonly id: string;
  readonly link: string;
  /** Plain text, as the summary. */
  readonly title: string;
  readonly summary: string;
  /** Safe HTML. */
  readonly html: string;
  /** Milliseconds of the Unix epoch. */
  readonly at: number;
  /** Hashtags of its text, without their sign. */
  readonly tags: readonly string[];
  readonly file: {
    readonly url: string;
    readonly mediaType: string;
    /** Bytes. */
    readonly size: number;
    readonly name: string | null;
  } | null;
}

/** The feeds of all posts and of each tag. */
export const feedFormats = [
  { name: "rss", file: "feed.xml", mediaType: "application/rss+xml" },
  { name: "atom", file: "atom.xml", mediaType: "application/atom+xml" },
  { name: "json", file: "feed.json", mediaType: "application/feed+json" },
] as const;

export type FeedFormat = (typeof feedFormats)[number]["name"];
