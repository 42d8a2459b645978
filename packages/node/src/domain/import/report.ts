import { importLimits } from "./limits.ts";
import type { ImportFormat } from "./source.ts";

/** What is counted: posts with their drafts and pages, and what comes with them. */
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

const none: ImportCounts = {
  ...{ posts: 0, drafts: 0, pages: 0, files: 0, replicas: 0, followers: 0 },
  ...{ following: 0, comments: 0, redirects: 0, settings: 0, devices: 0 },
};

/** Something about one entry, in plain words. */
export interface ImportNote {
  readonly what: string;
  readonly why: string;
}

/** What an import did, or what a dry run says that it would do. Its lists are bounded; what is counted is not. */
export class ImportReport {
  readonly format: ImportFormat;
  readonly dryRun: boolean;
  /** New here. */
  readonly taken: ImportCounts = { ...none };
  /** Here before. */
  readonly known: ImportCounts = { ...none };
  /** How much can't be imported. */
  refused = 0;
  readonly refusals: ImportNote[] = [];
  /** How much was imported with something missing or changed. */
  noted = 0;
  readonly notes: ImportNote[] = [];

  constructor(format: ImportFormat, dryRun: boolean) {
    this.format = format;
    this.dryRun = dryRun;
  }

  count(kind: keyof ImportCounts, isNew: boolean): void {
    (isNew ? this.taken : this.known)[kind] += 1;
  }

  refuse(what: string, why: string): void {
    this.refused += 1;
    if (this.refusals.length < importLimits.reported) this.refusals.push({ what: cut(what), why: cut(why) });
  }

  note(what: string, why: string): void {
    this.noted += 1;
    if (this.notes.length < importLimits.reported) this.notes.push({ what: cut(what), why: cut(why) });
  }
}

// Not a limit: the length of a name in the report.
const shownLength = 300;

function cut(text: string): string {
  return text.length <= shownLength ? text : `${text.slice(0, shownLength).toWellFormed()}…`;
}
