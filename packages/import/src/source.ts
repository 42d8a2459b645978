import type { LeftOutReason, Visibility } from "./visibility.ts";
import type { WrittenDate } from "./written-date.ts";

/** The programs whose posts are read. */
export type SourceFormat =
  | "wordpress"
  | "ghost"
  | "substack"
  | "medium"
  | "mastodon"
  | "bluesky"
  | "blogger"
  | "markdown"
  | "feed";

/** A file that a post names. */
export interface ImportedFile {
  /** The address as written in the text. */
  readonly address: string;
  readonly name: string;
  readonly description: string | null;
  /**
   * Null: it is not in the archive. `address` is then an https address, or a path on the old site, from which it may be fetched when the
   * owner asks for it.
   */
  readonly open: (() => Promise<AsyncIterable<Uint8Array>>) | null;
  /** A page on the old site that shows it, where `address` is a path that may lead nowhere there. */
  readonly page?: string;
}

/** How much of an entry arrived, by its visible words. Words that only moved are not missing. */
export interface Balance {
  /** The visible words of the entry in its program: code, captions, and descriptions of pictures are among them. */
  readonly words: number;
  readonly missing: number;
  /** Blocks of code of which a line is missing. */
  readonly missingCode: number;
  /** The longest missing passages, cut; as words in lower case. */
  readonly examples: readonly string[];
}

/** A comment that everybody could read below a post, of somebody who did not sign it. */
export interface ImportedComment {
  /** Its name in the source, by which an imported comment is recognised. */
  readonly key: string;
  /** The name that its author gave: one line, never a mail address. */
  readonly author: string;
  /** The author's site: http or https, without a password. */
  readonly url: string | null;
  readonly markdown: string;
  /** Milliseconds. */
  readonly writtenAt: number | null;
  /** The key of the comment that began its conversation, which stands before it; null for a comment on the post. */
  readonly answers: string | null;
}

/** One post as another program had it. */
export interface ImportedPost extends WrittenDate {
  /**
   * Its name in the source, by which an imported entry is recognised. It holds neither the name of the file nor the scheme of the
   * site, so that both may change between two imports.
   */
  readonly key: string;
  /** The names that earlier versions of this program gave it. */
  readonly earlierKeys?: readonly string[];
  readonly title: string;
  /** Markdown, without the title. Pictures and files are links whose address is the `address` of one of `files`. */
  readonly markdown: string;
  readonly slug: string | null;
  /** Whether everybody could read it there, and the rule of its program that says so. */
  readonly visibility: Visibility;
  /** The time for which it was scheduled, that of writing by default; null for none. Until then it is a draft here. */
  readonly shownFrom?: WrittenDate | null;
  /** The time at which it expired. From then on it is a draft here. */
  readonly shownUntil?: WrittenDate | null;
  readonly isPage: boolean;
  readonly tags: readonly string[];
  /** BCP 47, where the source says. */
  readonly language: string | null;
  readonly excerpt: string | null;
  /** The `address` of one of `files`: the picture above the text. */
  readonly cover: string | null;
  /** Paths on the old site (with query, without host) that should lead here. */
  readonly oldPaths: readonly string[];
  /** The files that the text or the cover names. */
  readonly files: readonly ImportedFile[];
  /** The people who wrote it, as the source names them; none where it names nobody. */
  readonly authors?: readonly string[];
  /** In order of time, at most `importFormatLimits.comments`. */
  readonly comments?: readonly ImportedComment[];
  /** The parts of this post that could not be carried over, in plain words. */
  readonly notes: readonly string[];
  /** The visible words that it had there, and those that are missing here. */
  readonly balance: Balance;
}

/** An entry that can't be imported. */
export interface ImportRefusal {
  readonly key: string;
  /** Empty or absent where it has none. */
  readonly title?: string;
  /** In plain words. */
  readonly why: string;
  /** The entries are left out on purpose; this is not a failure. */
  readonly leftOut?: { readonly because: LeftOutReason; readonly count: number };
}

/** Somebody who wrote entries of a source. */
export interface ImportAuthor {
  readonly name: string;
  readonly count: number;
}

/** A file, an archive or a folder that is read entry by entry; memory doesn't grow with it. */
export interface ImportSource {
  readonly format: SourceFormat;
  /** How many entries there are, where it is known without reading all. */
  readonly count: number | null;
  /** The address of the old site, if the source names it. */
  readonly site?: string | null;
  /** The people who wrote the entries, those of most entries first; at most `importFormatLimits.authors`. */
  authors(): Promise<readonly ImportAuthor[]>;
  /**
   * The entries in a stable order, drafts included.
   *
   * @param timeZone IANA name of the zone of the site here; UTC by default
   * @throws ImportError IMPORT_INVALID when the source breaks off or can't be read further
   */
  entries(signal?: AbortSignal, timeZone?: string): AsyncIterable<ImportedPost | ImportRefusal>;
  /** Closes the opened files and removes the unpacked ones. */
  close(): Promise<void>;
}

/** A file in an archive or a folder. */
export interface ArchiveEntry {
  /** Relative, with `/` between its parts, without `..`, `.` and empty parts. */
  readonly name: string;
  readonly size: number;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** An archive (zip, tar.gz) or a folder, opened for reading: `openArchive(path)` returns one, or null. */
export interface ImportArchive {
  /** The entries by name, sorted. Bounded: an archive with too many is refused with IMPORT_INVALID when it is opened. */
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  close(): Promise<void>;
}
