import { sql } from "kysely";
import { dialectOf } from "./dialects/facts.ts";
import type { Reader } from "./store.ts";

/** The database's name and version: `SQLite 3.50.4`. */
export async function readEngine(db: Reader): Promise<string> {
  const { rows } = await sql.raw<{ engine: string }>(dialectOf(db).engineQuery).execute(db);
  return rows[0]?.engine ?? "";
}
