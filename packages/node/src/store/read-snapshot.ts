import { type DatabasePlace, openStore, type Reader } from "./store.ts";

/**
 * Reads the database as it is at one moment, however long that takes and whatever is written meanwhile, by this
 * process or by others. It has a connection of its own, and keeps nobody waiting; what is written meanwhile is kept
 * twice by the database until it ends, so it does not wait for anything slow.
 */
export async function readSnapshot<T>(
  place: DatabasePlace,
  work: (snapshot: Reader) => Promise<T>,
): Promise<T> {
  await using store = await openStore({ ...place, readOnly: true });
  return await store.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      await store.dialect.liftTimeouts(tx);
      return await work(tx);
    });
}
