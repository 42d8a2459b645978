/** A feed as each of the formats says it. All addresses are whole ones. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The page that it is about; also its identity. */
  readonly link: string;
  /** Where it stands itself. */
  readonly self: string;
  /** BCP 47. */
  readonly language: string;
  /** Milliseconds of the Unix epoch: of its newest entry; where it has none, since when its author is who they are. */
  readonly updatedAt: number;
  readonly author: FeedAuthor;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedAuthor {
  readonly name: string;
  readonly url: string;
  readonly picture: string | null;
}

export interface FeedEntry {
  /** Stays what it is when an address changes. */
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
  readonly file: FeedFile | null;
}

export interface FeedFile {
  readonly url: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  readonly name: string | null;
}

/** The feeds of everything, and of each tag. */
export const feedFormats = [
  { name: "rss", file: "feed.xml", mediaType: "application/rss+xml" },
  { name: "atom", file: "atom.xml", mediaType: "application/atom+xml" },
  { name: "json", file: "feed.json", mediaType: "application/feed+json" },
] as const;

export type FeedFormat = (typeof feedFormats)[number]["name"];
