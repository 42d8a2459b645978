import { dialectOf } from "./dialects/facts.ts";
import type { Tx } from "./store.ts";

/** Lets one transaction at a time work on a publication and on what hangs on it. @returns whether it is there. */
export async function lockPublication(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom("publications")
    .select("id")
    .where("id", "=", id)
    // Rows that refer to this one may still be written.
    .$if(dialectOf(tx).rowLocks, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
}
