import type { Reader, Tx } from "../database.ts";
import { markDue } from "../due-queues.ts";
import { didChange, findRow } from "../query-results.ts";
import type { PublicationSchedulesTable } from "../tables/publications.ts";

/** A draft that becomes local by itself; `dueAt` in ms. */
export type PublicationSchedule = PublicationSchedulesTable;

const columns = ["publicationId", "dueAt"] as const;

/** Sets the time, in place of an earlier one. */
export async function saveSchedule(tx: Tx, { publicationId, dueAt }: PublicationSchedule): Promise<void> {
  markDue(tx, "schedules");
  await tx
    .insertInto("publication_schedules")
    .values({ publicationId, dueAt })
    .onConflict((conflict) => conflict.column("publicationId").doUpdateSet({ dueAt }))
    .execute();
}

/** @returns whether there was one. */
export function removeSchedule(tx: Tx, publicationId: number): Promise<boolean> {
  return didChange(tx.deleteFrom("publication_schedules").where("publicationId", "=", publicationId));
}

/** The earliest time (ms) at which a draft becomes local; null for none. */
export async function findNextSchedule(db: Reader): Promise<number | null> {
  const row = await findRow(db.selectFrom("publication_schedules").select("dueAt").orderBy("dueAt").limit(1));
  return row?.dueAt ?? null;
}

/** The schedules that are due at `now` (ms), earliest first. */
export async function listDueSchedules(
  db: Reader,
  now: number,
  limit: number,
): Promise<PublicationSchedule[]> {
  return db
    .selectFrom("publication_schedules")
    .select(columns)
    .where("dueAt", "<=", now)
    .orderBy("dueAt")
    .orderBy("publicationId")
    .limit(limit)
    .execute();
}
