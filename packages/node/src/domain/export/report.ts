/** What became of one imported thing: new here, here before, or why it was refused. */
export type Imported = "taken" | "known" | { readonly refused: string };

// Not a limit: the length of the owner's own report.
const listedNotes = 100;

/** Counts what an import did. The lists hold the first hundred. */
export class ImportReport {
  readonly taken = { publications: 0, connections: 0, comments: 0 };
  readonly known = { ...this.taken };
  /** How much was refused; the rest was imported. */
  refused = 0;
  readonly refusals: { readonly what: string; readonly why: string }[] = [];
  /** Publications imported without their slug, which another one has. */
  readonly withoutSlug: string[] = [];

  add(kind: keyof ImportReport["taken"], what: string, result: Imported): void {
    if (result === "taken") this.taken[kind] += 1;
    else if (result === "known") this.known[kind] += 1;
    else this.refuse(what, result.refused);
  }

  refuse(what: string, why: string): void {
    this.refused += 1;
    if (this.refusals.length < listedNotes) this.refusals.push({ what, why });
  }

  addLostSlug(what: string): void {
    if (this.withoutSlug.length < listedNotes) this.withoutSlug.push(what);
  }
}
