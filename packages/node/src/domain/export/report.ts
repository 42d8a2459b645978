/** What became of one thing that was to be imported: new here, there before, or why it was not taken. */
export type Imported = "taken" | "known" | { readonly refused: string };

export type ImportedKind = "publications" | "connections" | "comments";

/** Something that the owner should know of: which, and what. */
export interface ImportNote {
  readonly what: string;
  readonly why: string;
}

/** What an import did. */
export interface ImportReport {
  readonly taken: Readonly<Record<ImportedKind, number>>;
  readonly known: Readonly<Record<ImportedKind, number>>;
  /** What was not taken; the rest was. */
  readonly refused: number;
  /** The first of them. */
  readonly refusals: readonly ImportNote[];
  /** Publications that are here without their slug, for another has it. */
  readonly withoutSlug: readonly string[];
}

// Not a limit: the length of the owner's own report.
/** How many refusals are told one by one. */
const toldRefusals = 100;

/** Counts what becomes of each thing. */
export function createImportReport() {
  const taken = { publications: 0, connections: 0, comments: 0 };
  const known = { ...taken };
  const refusals: ImportNote[] = [];
  const withoutSlug: string[] = [];
  let refused = 0;
  return {
    add(kind: ImportedKind, what: string, result: Imported) {
      if (result === "taken") taken[kind] += 1;
      else if (result === "known") known[kind] += 1;
      else this.refuse(what, result.refused);
    },
    refuse(what: string, why: string) {
      refused += 1;
      if (refusals.length < toldRefusals) refusals.push({ what, why });
    },
    noteSlug(what: string) {
      if (withoutSlug.length < toldRefusals) withoutSlug.push(what);
    },
    end: (): ImportReport => ({ taken, known, refused, refusals, withoutSlug }),
  };
}
