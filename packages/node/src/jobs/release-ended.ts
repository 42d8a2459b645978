import type { Context } from "../context.ts";
import type { Hold } from "../store/postgres/hold.ts";
import { interruptClaims, listWorkersAtRows } from "../store/queues/interrupted-rows.ts";
import { listClaimers, queueNames } from "../store/queues/queue-rows.ts";

/** Whether an id is that of a `Hold`. Other ids are of an older version, whose processes hold nothing under their ids. */
const isProcess = (id: string) => /^[0-9a-f-]{36}$/.test(id);

/**
 * Makes the maintenance task that takes over the rows of crashed processes, whose leases may last for hours. A process has to be
 * missing twice in a row, because a process with a broken session is back within seconds.
 *
 * @param hold tells which processes have ended
 */
export function createClaimRelease(
  hold: Pick<Hold, "id" | "findEnded">,
): (context: Pick<Context, "store" | "clock" | "log">) => Promise<void> {
  let before: readonly string[] = [];
  return async ({ store, clock, log }) => {
    // A single process takes all claims over at its start.
    if (store.dialect.singleProcess) return;
    const claimers = new Set<string>();
    for (const table of queueNames)
      for (const id of await listClaimers(store.db, table)) if (isProcess(id)) claimers.add(id);
    for (const id of await listWorkersAtRows(store.db)) if (isProcess(id)) claimers.add(id);
    claimers.delete(hold.id);
    const ended = claimers.size === 0 ? [] : await hold.findEnded([...claimers]);
    const gone = ended.filter((id) => before.includes(id));
    before = ended;
    for (const id of gone) {
      const rows = await store.transaction((tx) => interruptClaims(tx, id, { now: clock.now() }));
      log.info({ rows }, "the work of a process that has ended is tried apart");
    }
  };
}
