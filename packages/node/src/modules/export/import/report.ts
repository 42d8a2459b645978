import {
  type Balance,
  draftReasons,
  type ImportAuthor,
  type ImportRefusal,
  leftOutReasons,
  publicReasons,
  type SourceFormat,
  type Visibility,
} from "@freehold/import";
import type { Address } from "@freehold/protocol";
import { importLimits } from "./limits.ts";

const listedEntries = 100; // posts that a report lists

/** The programs whose files are imported: those of posts, an epress node, and this program itself. */
export type ImportFormat = SourceFormat | "reference" | "freehold";

/** The counts of an import: posts with their drafts and pages, and the data that comes with them. */
export interface ImportCounts {
  posts: number;
  drafts: number;
  pages: number;
  files: number;
  replicas: number;
  followers: number;
  following: number;
  comments: number;
  redirects: number;
  settings: number;
  devices: number;
}

/** Those that a run counts again where it goes on. */
const ofPosts: ReadonlySet<keyof ImportCounts> = new Set([
  "posts",
  "drafts",
  "pages",
  "redirects",
  "files",
  "comments",
]);

const none: ImportCounts = {
  posts: 0,
  drafts: 0,
  pages: 0,
  files: 0,
  replicas: 0,
  followers: 0,
  following: 0,
  comments: 0,
  redirects: 0,
  settings: 0,
  devices: 0,
};

/** Something about one entry, in English. The dashboard has a translation of each sentence (import-notes-zh.ts). */
export interface ImportNote {
  readonly what: string;
  readonly why: string;
}

/** The result of one entry: new, existing, or the reason of its refusal. */
export type Imported = "taken" | "known" | { readonly refused: string };

/** A post that was or would be imported. */
export interface ImportEntry {
  readonly title: string;
  readonly kind: keyof ImportCounts;
  readonly writtenAt: number | null;
}

/** The number of entries that have one visibility for one reason. */
export interface ImportReason {
  readonly state: "public" | "draft" | "left-out";
  readonly why: string;
  readonly count: number;
}

/** An entry that lost words or code. */
export interface ImportLoss {
  readonly title: string;
  /** Visible words in the source. */
  readonly words: number;
  readonly arrived: number;
  /** Blocks of code of which a line is missing. */
  readonly missingCode: number;
  readonly examples: readonly string[];
}

/** A report as it is stored. One of an earlier version has no reasons. */
export type StoredReport = Readonly<
  Pick<
    ImportReport,
    "format" | "dryRun" | "unproven" | "refused" | "noted" | "missing" | "entries" | "earliest" | "latest"
  > &
    Partial<
      Pick<
        ImportReport,
        | "authors"
        | "leftOut"
        | "incomplete"
        | "losses"
        | "unsaid"
        | "unsaidTitles"
        | "withoutSite"
        | "fetched"
        | "unfetched"
        | "fetchedLater"
      >
    >
> & {
  readonly reasons?: readonly ImportReason[];
  readonly taken: ImportCounts;
  readonly known: ImportCounts;
  readonly refusals: readonly ImportNote[];
  readonly notes: readonly ImportNote[];
};

/** @param summary a report as this node stored it; null for none */
export function readStoredReport(summary: string | null): StoredReport | null {
  return summary === null ? null : (JSON.parse(summary) as StoredReport | null);
}

/** Parts that a report of an earlier version lacks. */
const absent = {
  incomplete: 0,
  losses: [],
  unsaid: 0,
  unsaidTitles: [],
  reasons: [],
  withoutSite: 0,
  fetched: 0,
  unfetched: 0,
  fetchedLater: 0,
};

/** The result of an import or of a dry run. Its lists are bounded; its counts are not. */
export class ImportReport {
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  /** Set where the source is an export and nothing shows that the owner made it: the other signer of its list of files, or null. */
  unproven: { readonly signedBy: Address | null } | null = null;
  /** New here. */
  readonly taken: ImportCounts = { ...none };
  /** Entries that already exist here. */
  readonly known: ImportCounts = { ...none };
  /** The number of links to the old site that were changed to the posts here. */
  links = 0;
  /** How much can't be imported. */
  refused = 0;
  readonly refusals: ImportNote[] = [];
  /** How much is left out on purpose. */
  leftOut = 0;
  /** Why entries are public, drafts or left out; new ones are counted. */
  readonly reasons: ImportReason[] = [];
  /** The authors of a source that has several, if none is chosen yet; those of most entries first. */
  authors: readonly ImportAuthor[] = [];
  /** How many new entries lost words or code. */
  incomplete = 0;
  /** The worst of those, worst first. */
  losses: readonly ImportLoss[] = [];
  /** How many drafts would be public by a guess. */
  unsaid = 0;
  /** The first titles of those. */
  readonly unsaidTitles: string[] = [];
  /** How much was imported with something missing or changed. */
  noted = 0;
  readonly notes: ImportNote[] = [];
  /** Missing pictures that have an https address. */
  missing = 0;
  /** Missing pictures and files that have only a path on the old site, whose address is not known. */
  withoutSite = 0;
  /** Pictures and files that were fetched, and those that could not be. */
  fetched = 0;
  unfetched = 0;
  /** How many of these may be there later: their server was not reached, or had no time. The next import fetches them. */
  fetchedLater = 0;
  /** The first posts. */
  readonly entries: ImportEntry[] = [];
  /** When the first and the last post was written (ms). */
  earliest: number | null = null;
  latest: number | null = null;

  constructor(format: ImportFormat, dryRun: boolean) {
    this.format = format;
    this.dryRun = dryRun;
  }

  /** Adds an imported post to the list. */
  list(entry: ImportEntry): void {
    if (this.entries.length < listedEntries) this.entries.push({ ...entry, title: cut(entry.title) });
    const { writtenAt } = entry;
    if (writtenAt === null) return;
    this.earliest = Math.min(this.earliest ?? writtenAt, writtenAt);
    this.latest = Math.max(this.latest ?? writtenAt, writtenAt);
  }

  #countsAgain = false;

  /** This run counts the posts again that an interrupted run of the same import took, with all that is said of them. */
  countAgain(): void {
    this.#countsAgain = true;
  }

  /** @param earlier the number that an interrupted run of the same import took, which this run found as existing */
  joinedWith(earlier: StoredReport | null): StoredReport {
    if (earlier === null) return { ...this };
    const taken = { ...this.taken };
    const known = { ...this.known };
    for (const kind of Object.keys(taken) as (keyof ImportCounts)[]) {
      if (this.#countsAgain && ofPosts.has(kind)) continue;
      taken[kind] += earlier.taken[kind];
      known[kind] = Math.max(0, known[kind] - earlier.taken[kind]);
    }
    const named = new Set(this.notes.map(nameNote));
    const others = earlier.notes.filter((note) => !named.has(nameNote(note)));
    const notes = [...this.notes, ...others].slice(0, importLimits.reported);
    const before = { ...absent, ...earlier };
    const said = this.#countsAgain ? { ...absent, entries: [] } : before;
    const entries = [...said.entries, ...this.entries].slice(0, listedEntries);
    const times = [earlier.earliest, earlier.latest, this.earliest, this.latest].filter(
      (time) => time !== null,
    );
    const unsaidTitles = [...said.unsaidTitles, ...this.unsaidTitles].slice(0, importLimits.unsaidTitles);
    return {
      ...this,
      taken,
      known,
      notes,
      noted: this.noted + others.length,
      entries,
      incomplete: said.incomplete + this.incomplete,
      losses: worstOf([...said.losses, ...this.losses]),
      unsaid: said.unsaid + this.unsaid,
      unsaidTitles,
      reasons: joinReasons(said.reasons, this.reasons),
      missing: Math.max(this.missing, earlier.missing),
      withoutSite: Math.max(this.withoutSite, before.withoutSite),
      fetched: this.fetched + before.fetched,
      unfetched: Math.max(this.unfetched, before.unfetched),
      fetchedLater: Math.max(this.fetchedLater, before.fetchedLater),
      earliest: times.length === 0 ? null : Math.min(...times),
      latest: times.length === 0 ? null : Math.max(...times),
    };
  }

  count(kind: keyof ImportCounts, isNew: boolean): void {
    (isNew ? this.taken : this.known)[kind] += 1;
  }

  /** Counts the result of one entry. @param what its name, for a refusal */
  add(kind: keyof ImportCounts, what: string, result: Imported): void {
    if (typeof result === "object") this.refuse(what, result.refused);
    else this.count(kind, result === "taken");
  }

  /** Counts why a new entry is public or a draft. */
  explain({ title, visibility }: { title: string; visibility: Visibility }): void {
    const { because } = visibility;
    if (visibility.public) this.#addReason("public", publicReasons[visibility.because], 1);
    else this.#addReason("draft", draftReasons[visibility.because], 1);
    if (because !== "unsaid") return;
    this.unsaid += 1;
    if (this.unsaidTitles.length < importLimits.unsaidTitles) this.unsaidTitles.push(cut(title));
  }

  /** Adds a new entry that lost words or code. */
  lose({ title, balance }: { title: string; balance: Balance }): void {
    const { words, missing, missingCode, examples } = balance;
    this.incomplete += 1;
    const loss = {
      title: cut(title),
      words,
      arrived: words - missing,
      missingCode,
      examples: examples.map(cut),
    };
    this.losses = worstOf([...this.losses, loss]);
  }

  /** Notes entries that are not imported on purpose. */
  leaveOut(what: string, why: string, { because, count }: NonNullable<ImportRefusal["leftOut"]>): void {
    this.leftOut += count;
    this.#addReason("left-out", leftOutReasons[because], count);
    this.note(what, why);
  }

  #addReason(state: ImportReason["state"], why: string, count: number): void {
    const at = this.reasons.findIndex((one) => one.state === state && one.why === why);
    const before = at === -1 ? 0 : (this.reasons[at]?.count ?? 0);
    this.reasons.splice(at === -1 ? this.reasons.length : at, 1, { state, why, count: before + count });
  }

  refuse(what: string, why: string): void {
    this.refused += 1;
    this.#addReason("left-out", leftOutReasons.refused, 1);
    if (this.refusals.length < importLimits.reported) this.refusals.push({ what: cut(what), why: cut(why) });
  }

  note(what: string, why: string): void {
    this.noted += 1;
    if (this.notes.length < importLimits.reported) this.notes.push({ what: cut(what), why: cut(why) });
  }
}

/** An interrupted run counted other new entries, and the same that are left out. */
function joinReasons(earlier: readonly ImportReason[], later: readonly ImportReason[]): ImportReason[] {
  const joined = new Map<string, ImportReason>();
  for (const one of [...earlier, ...later]) {
    const key = `${one.state} ${one.why}`;
    const before = joined.get(key)?.count ?? 0;
    const count = one.state === "left-out" ? Math.max(before, one.count) : before + one.count;
    joined.set(key, { ...one, count });
  }
  return [...joined.values()];
}

/** The entries of which the largest share is missing; without a missing word, those with most blocks of code. */
function worstOf(losses: readonly ImportLoss[]): readonly ImportLoss[] {
  const share = ({ words, arrived }: ImportLoss) => (words === 0 ? 0 : (words - arrived) / words);
  const isWorse = (one: ImportLoss, other: ImportLoss) =>
    share(other) - share(one) || other.missingCode - one.missingCode;
  return losses.toSorted(isWorse).slice(0, importLimits.losses);
}

const nameNote = ({ what, why }: ImportNote) => `${what}\0${why}`;

const shownLength = 300;

function cut(text: string): string {
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`;
}
