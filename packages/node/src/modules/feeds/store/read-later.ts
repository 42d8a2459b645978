import { type Selectable, sql } from "kysely";
import type { Reader, Tx } from "../../../store/database.ts";
import { countRows, didChange, findRow } from "../../../store/query-results.ts";
import { type ReadLaterTable, readLaterColumns } from "../tables.ts";

/** A text that is kept to be read later. Times in ms. */
export type SavedText = Selectable<ReadLaterTable>;

/** Keeps a text. @returns its id; that of the one that is there where the subject is known, which is to be read again */
export async function saveText(tx: Tx, text: Omit<SavedText, "id" | "isDone">): Promise<number> {
  const { id } = await tx
    .insertInto("read_later")
    .values({ ...text, isDone: 0 })
    .onConflict((conflict) => conflict.column("subject").doUpdateSet({ isDone: 0, savedAt: text.savedAt }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export function countTexts(db: Reader): Promise<number> {
  return countRows(db.selectFrom("read_later"));
}

export function findText(db: Reader, id: number): Promise<SavedText | null> {
  return findRow(db.selectFrom("read_later").select(readLaterColumns).where("id", "=", id));
}

/** A page of those that are still to be read, or of those that were, the newest first. */
export function readTexts(
  db: Reader,
  {
    isDone,
    before,
    limit,
  }: { isDone: boolean; before?: readonly [number, number] | undefined; limit: number },
): Promise<SavedText[]> {
  return db
    .selectFrom("read_later")
    .select(readLaterColumns)
    .where("isDone", "=", isDone ? 1 : 0)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(saved_at, id) < (${before?.[0] ?? 0}, ${before?.[1] ?? 0})`),
    )
    .orderBy("savedAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The subjects among these that are still to be read, with their ids. */
export async function findSubjects(db: Reader, subjects: readonly string[]): Promise<Map<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom("read_later")
    .select(["id", "subject"])
    .where("subject", "in", subjects)
    .where("isDone", "=", 0)
    .execute();
  return new Map(rows.map(({ id, subject }) => [subject, id]));
}

/** @returns whether it was there */
export function markText(tx: Tx, id: number, isDone: boolean): Promise<boolean> {
  return didChange(
    tx
      .updateTable("read_later")
      .set({ isDone: isDone ? 1 : 0 })
      .where("id", "=", id),
  );
}

/** @returns whether it was there */
export function deleteText(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("read_later").where("id", "=", id));
}
