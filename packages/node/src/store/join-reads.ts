import { setImmediate as turn } from "node:timers/promises";
import type { Reader } from "./database.ts";

/**
 * Joins reads of single rows in the same turn of the event loop into one query. Many deliveries begin at once, and on PostgreSQL a
 * query costs more than finding its row.
 *
 * @param read finds the rows of these keys
 * @returns a function that reads the row of one key, or null; never an older row than that of the call
 */
export function joinReads<K, V>(
  read: (db: Reader, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (db: Reader, key: K) => Promise<V | null> {
  const waiting = new WeakMap<Reader, { keys: Set<K>; rows: Promise<ReadonlyMap<K, V>> }>();

  function begin(db: Reader) {
    const keys = new Set<K>();
    const rows = turn().then(() => {
      waiting.delete(db);
      return read(db, [...keys]);
    });
    const group = { keys, rows };
    waiting.set(db, group);
    return group;
  }

  return async (db, key) => {
    const { keys, rows } = waiting.get(db) ?? begin(db);
    keys.add(key);
    return (await rows).get(key) ?? null;
  };
}
