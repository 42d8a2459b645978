import { createHash } from "node:crypto";
import { AppError } from "../../../errors/errors.ts";
import { findImport, insertImport, isImported } from "../../../store/publications/imports.ts";
import { findPublication, type Publication } from "../../../store/publications/publications.ts";
import type { ImportRun } from "./import-run.ts";

const recordKey = (address: string) => `from ${createHash("sha256").update(address).digest("hex")}`;

/**
 * The file that an earlier run or post fetched from an address; null for none.
 *
 * @throws AppError GONE for one that was deleted here since
 */
export async function findFetched(run: ImportRun, address: string): Promise<Publication | null> {
  const { db } = run.context.store;
  const found = await findImport(db, { format: run.format, key: recordKey(address) });
  if (found === null) return null;
  const file = found.publicationId === null ? null : await findPublication(db, found.publicationId);
  if (file === null) throw new AppError("GONE", "it was imported before, and deleted here since.");
  return file;
}

/** Records from where a file was fetched, so that no run fetches it again. */
export async function recordFetched(run: ImportRun, address: string, publicationId: number): Promise<void> {
  const record = { format: run.format, key: recordKey(address) };
  await run.context.store.transaction(async (tx) => {
    if (!(await isImported(tx, record)))
      await insertImport(tx, { ...record, ...run.recordOf(publicationId) });
  });
}
