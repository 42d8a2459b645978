import { dialectOf, type Tx } from "../database.ts";
import { hasRow } from "../query-results.ts";

/** Lets one transaction at a time work on a publication and on the rows that belong to it. @returns whether it is there. */
export function lockPublication(tx: Tx, id: number): Promise<boolean> {
  return hasRow(
    tx
      .selectFrom("publications")
      .select("id")
      .where("id", "=", id)
      // Rows that refer to this one may still be written.
      .$if(dialectOf(tx).rowLocks, (query) => query.forNoKeyUpdate()),
  );
}
