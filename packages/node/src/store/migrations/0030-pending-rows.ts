import type { Migration } from "../database.ts";

/** The queues, each with the column whose values have shares of the workers. */
const queues = [
  ["outbox", "host"],
  ["pulls", "peer_address"],
  ["jobs", "host"],
] as const;

/**
 * Indexes of pending rows alone, for workers: a row that ends leaves them, and is written into none of them. They begin
 * with the state, or SQLite would take another index that does. The deliveries of a publication have one index in place of
 * two.
 */
export const pendingRows: Migration = {
  name: "0030-pending-rows",
  statements: () => [
    ...queues.flatMap(([table, target]) => [
      `drop index ${table}_due`,
      `create index ${table}_due on ${table} (state, next_try_at, id, ${target}, expires_at) where state = 'pending'`,
      `drop index ${table}_expiring`,
      `create index ${table}_expiring on ${table} (state, expires_at) where state = 'pending'`,
    ]),
    ...["outbox", "jobs"].flatMap((table) => [
      `drop index ${table}_of_host`,
      `create index ${table}_of_host on ${table} (state, host, next_try_at, id, expires_at) where state = 'pending'`,
    ]),
    "drop index outbox_of_subject",
  ],
};
