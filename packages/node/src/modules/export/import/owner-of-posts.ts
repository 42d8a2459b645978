import type { ImportAuthor, ImportedPost, ImportSource } from "@freehold/import";
import { msg } from "../../../errors/errors.ts";
import { invalidImport } from "../../../import-process/errors.ts";
import type { ImportRun } from "./import-run.ts";
import { importLimits } from "./limits.ts";

// Authors that a sentence names.
const namedAuthors = 10;

/** Tells the owner's posts from those of others. */
export interface OwnerOfPosts {
  /** Whether to import it. A post of others is counted. */
  take(post: Pick<ImportedPost, "authors">): boolean;
  /** Writes into the report how many posts of others were left out. */
  report(): void;
}

/**
 * Reads who wrote the posts of a source. Of several authors the owner must be chosen, unless nothing is written.
 *
 * @throws AppError IMPORT_INVALID where nobody, or nobody of the source, is chosen
 */
export async function findOwnerOfPosts(
  run: ImportRun,
  source: Pick<ImportSource, "authors">,
): Promise<OwnerOfPosts> {
  const authors = await source.authors();
  const chosen = new Set(run.authors.map(fold));
  if (authors.length > 1 && chosen.size === 0)
    run.report.authors = authors.slice(0, importLimits.reportedAuthors);
  if (chosen.size > 0 && authors.length === 0) throw invalidImport("The file names no authors.");
  const names = listNames(authors);
  for (const name of run.authors)
    if (!authors.some((one) => fold(one.name) === fold(name)))
      throw invalidImport(msg`No author in the file is called “${name}”, but these: ${names}.`);
  if (authors.length > 1 && chosen.size === 0 && !run.dryRun)
    throw invalidImport(msg`The file has several authors: ${names}. Use --author to choose yourself.`);
  const others = new Map<string, number>();
  return {
    take({ authors: names = [] }) {
      const [first] = names;
      if (chosen.size === 0 || first === undefined || names.some((name) => chosen.has(fold(name))))
        return true;
      others.set(first, (others.get(first) ?? 0) + 1);
      return false;
    },
    report() {
      for (const [name, count] of others)
        run.report.leaveOut(name, `Entries of “${name}” were left out: ${count}.`, {
          because: "others",
          count,
        });
    },
  };
}

const fold = (name: string) => name.normalize("NFC").toLowerCase().trim();

function listNames(authors: readonly ImportAuthor[]): string {
  const names = authors.slice(0, namedAuthors).map(({ name, count }) => `${name} (${count})`);
  return names.join(", ") + (authors.length > namedAuthors ? " …" : "");
}
