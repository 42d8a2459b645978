import { createHash } from "node:crypto";
import type { ImportedPost, WrittenDate } from "@freehold/import";
import type { Address } from "@freehold/protocol";
import type { Context } from "../../../context.ts";
import { dateOfWriting } from "../../../domain/written-date.ts";
import type { MetadataKind } from "../../../pictures/cleaning-plan.ts";
import type { ImportRecord } from "../../../store/publications/imports.ts";
import { importLimits } from "./limits.ts";
import { type FetchOptions, MissingFiles } from "./missing-files.ts";
import { type ImportFormat, ImportReport } from "./report.ts";

/** The parts of the context that an import needs. */
export type ImportContext = Pick<
  Context,
  "store" | "blobs" | "clock" | "config" | "recover" | "owner" | "peers"
>;

/** The owner's options. */
export interface ImportOptions {
  /** Writes nothing, and counts the same. */
  readonly dryRun?: boolean;
  /** Fetches pictures that are missing from their https addresses. */
  readonly fetchPictures?: boolean;
  /** The address of the old site (`parseSite`): its files that are missing are fetched, and links to them become absolute. */
  readonly site?: string | null;
  /** Imports pictures with their metadata, as they are. */
  readonly keepMetadata?: boolean;
  /** The owner publishes entries that nothing marks as public. */
  readonly publish?: boolean;
  /** The owner publishes entries that lost words or code, where they were public. */
  readonly publishIncomplete?: boolean;
  /** The owner's names among the authors of the source; posts of others are left out. */
  readonly authors?: readonly string[];
  /** Sends signed posts to followers now, and the others when they are signed. */
  readonly announce?: boolean;
  /** The owner confirms all of an export, whoever signed it. */
  readonly isConfirmed?: boolean;
  /** The zone of the site (IANA name), in which a date without a zone is; UTC by default. */
  readonly timeZone?: string;
  /** When this import began (ms): what it took before it was interrupted is counted again as new. Null for one that starts. */
  readonly since?: number | null;
  /** The report to write into; a new one by default. */
  readonly report?: ImportReport | undefined;
  /** Called before each entry: how many are done, and of how many if that is known. */
  readonly onProgress?: ((done: number, all: number | null) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Waits (ms) before a missing file is asked for again. Tests replace it. */
  readonly wait?: FetchOptions["wait"];
}

/** One run of an import: its options, and its result so far. */
export class ImportRun {
  readonly report: ImportReport;
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  readonly fetchPictures: boolean;
  readonly keepMetadata: boolean;
  readonly publish: boolean;
  readonly publishIncomplete: boolean;
  readonly authors: readonly string[];
  readonly announce: boolean;
  readonly isConfirmed: boolean;
  readonly timeZone: string;
  readonly since: number | null;
  readonly signal: AbortSignal | undefined;
  /** The old site, which has the files that are named by a path. */
  readonly site: string | null;
  /** The address of the old site by the source itself, which files that stay behind are linked to. */
  namedSite: string | null = null;
  readonly missing: MissingFiles;
  readonly context: ImportContext;
  readonly self: Address;
  readonly #cleaned = { pictures: 0, places: 0 };
  readonly #seen = new Set<string>();

  constructor(context: ImportContext, self: Address, format: ImportFormat, options: ImportOptions) {
    this.context = context;
    this.self = self;
    this.format = format;
    this.dryRun = options.dryRun ?? false;
    this.fetchPictures = options.fetchPictures ?? false;
    this.site = options.site ?? null;
    this.missing = new MissingFiles(context, {
      site: this.site,
      fetchPictures: this.fetchPictures,
      signal: options.signal,
      wait: options.wait,
    });
    this.keepMetadata = options.keepMetadata ?? false;
    this.publish = options.publish ?? false;
    this.publishIncomplete = options.publishIncomplete ?? false;
    this.authors = options.authors ?? [];
    this.announce = options.announce ?? false;
    this.isConfirmed = options.isConfirmed ?? false;
    this.timeZone = options.timeZone ?? "UTC";
    this.since = options.since ?? null;
    this.signal = options.signal;
    this.report = options.report ?? new ImportReport(format, this.dryRun);
  }

  /** @returns whether this key is new in this run */
  addSeen(key: string): boolean {
    const mark = markOf(key);
    if (this.#seen.has(mark)) return false;
    if (this.#seen.size < importLimits.entries) this.#seen.add(mark);
    return true;
  }

  /** Whether this import took an entry that is here, before it was interrupted. */
  hasTaken({ importedAt }: Pick<ImportRecord, "importedAt">): boolean {
    return this.since !== null && importedAt >= this.since;
  }

  /** Counts a picture that is imported without its metadata, each once. */
  countCleaned(hash: string, removed: readonly MetadataKind[]): void {
    if (removed.length === 0 || !this.addSeen(`cleaned ${hash}`)) return;
    this.#cleaned.pictures += 1;
    if (removed.includes("location")) this.#cleaned.places += 1;
  }

  /** Says in the report how many pictures were cleaned. */
  noteCleaned(): void {
    const { pictures, places } = this.#cleaned;
    if (pictures === 0) return;
    const sentence = `Location, camera data and the like were removed from ${pictures} of the pictures; ${places} had a location.`;
    this.report.note("…", sentence);
  }

  /** Whether this run has had this key before. */
  hasSeen(key: string): boolean {
    return this.#seen.has(markOf(key));
  }

  /** Adds a note about a post to the report, with the title by which its author knows it. */
  note({ key, title }: Pick<ImportedPost, "key" | "title">, why: string): void {
    this.report.note(title || key, why);
  }

  /** The columns of the record of imported entries. */
  recordOf(publicationId: number): Omit<ImportRecord, "format" | "key"> {
    const importedAt = this.context.clock.now();
    return { publicationId, announce: this.announce ? 1 : 0, importedAt };
  }

  /** When a post was written (ms): on the day that its author saw; null for no valid time, and for one to come. */
  dateOf(post: WrittenDate): number | null {
    return dateOfWriting(post, { timeZone: this.timeZone, now: this.context.clock.now() });
  }

  /** A time (ms) that is neither before 1970 nor in the future; null for none. */
  clampTime(time: number | null): number | null {
    if (time === null || !Number.isFinite(time)) return null;
    return Math.min(this.context.clock.now(), Math.max(0, Math.trunc(time)));
  }
}

/** A short key, because there are up to a million of them. */
function markOf(key: string): string {
  return createHash("sha256").update(key).digest("base64").slice(0, 12);
}
