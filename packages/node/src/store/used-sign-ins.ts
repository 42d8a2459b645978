import type { Tx } from "./database.ts";
import { didChange } from "./query-results.ts";

/**
 * Notes that a message or a challenge was used to sign in, and forgets the oldest beyond `keep`. Rows come from the owner
 * alone, and don't depend on the clock.
 *
 * @returns whether it is the first time: one caller alone gets true
 */
export async function useSignIn(tx: Tx, key: string, keep: number): Promise<boolean> {
  const isFirst = await didChange(
    tx
      .insertInto("used_sign_ins")
      .values({ key })
      .onConflict((conflict) => conflict.column("key").doNothing()),
  );
  const last = tx.selectFrom("used_sign_ins").select("id").orderBy("id", "desc").offset(keep).limit(1);
  await tx.deleteFrom("used_sign_ins").where("id", "<=", last).execute();
  return isFirst;
}
