import type { Selectable } from "kysely";
import type { Reader, Tx } from "../../store/database.ts";
import { markDue } from "../../store/due-queues.ts";
import { findRow } from "../../store/query-results.ts";
import { type ImportJobState, type ImportJobsTable, importJobColumns } from "./tables.ts";

/** The import that the owner has started in the dashboard, and its result. */
export type ImportJob = Selectable<ImportJobsTable>;

/** The states in which a worker has to do something. */
export const activeImportStates = ["checking", "importing"] as const satisfies readonly ImportJobState[];

/** The import of this node; null where there is none. There is one at a time. */
export async function findImportJob(db: Reader): Promise<ImportJob | null> {
  return findRow(db.selectFrom("import_jobs").select(importJobColumns).orderBy("id", "desc").limit(1));
}

/** Adds an import that is due at once. @returns its id */
export async function insertImportJob(
  tx: Tx,
  job: Pick<ImportJob, "folder" | "name" | "url" | "size" | "createdAt">,
): Promise<number> {
  markDue(tx, "imports");
  const { id } = await tx
    .insertInto("import_jobs")
    .values({
      ...job,
      state: "checking",
      format: null,
      fetchPictures: 0,
      isConfirmed: 0,
      keepMetadata: 0,
      publishIncomplete: 0,
      publishUnsaid: 0,
      site: null,
      authors: null,
      done: 0,
      total: null,
      summary: null,
      error: null,
      attempts: 0,
      nextTryAt: job.createdAt,
      finishedAt: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Changes an import, if it is in one of these states.
 *
 * @returns whether it was
 */
export async function updateImportJob(
  tx: Tx,
  { id, states }: { id: number; states: readonly ImportJobState[] },
  changes: Partial<Omit<ImportJob, "id">>,
): Promise<boolean> {
  if (typeof changes.nextTryAt === "number") markDue(tx, "imports");
  const { numUpdatedRows } = await tx
    .updateTable("import_jobs")
    .set(changes)
    .where("id", "=", id)
    .where("state", "in", states)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteImportJob(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("import_jobs").where("id", "=", id).execute();
}

/** When the next import is due (ms), or null. */
export async function nextImportAt(db: Reader): Promise<number | null> {
  const found = await findRow(
    db
      .selectFrom("import_jobs")
      .select("nextTryAt")
      .where("nextTryAt", "is not", null)
      .orderBy("nextTryAt")
      .limit(1),
  );
  return found?.nextTryAt ?? null;
}
