import type { Context } from "../context.ts";
import { AppError, msg } from "../errors/errors.ts";
import { listModuleQueues } from "../module.ts";
import { dropSetAside, listSetAside, type RowName, retrySetAside } from "../store/queues/interrupted-rows.ts";
import { type WorkQueue, workQueues } from "../store/tables/queues.ts";

/** Work that the node does not try any more by itself, since a process died each time that it was tried. */
export interface SetAside {
  /** The queue and the id of its row: `jobs:12`. */
  readonly id: string;
  readonly queue: WorkQueue;
  /** ISO 8601 UTC. */
  readonly since: string;
}

const most = 1_000;

/** The work that was set aside, oldest first. */
export async function readSetAside({ store }: Pick<Context, "store">): Promise<SetAside[]> {
  const rows = await listSetAside(store.db, most);
  return rows.map(({ queue, rowKey, createdAt }) => ({
    id: `${queue}:${rowKey}`,
    queue,
    since: new Date(createdAt).toISOString(),
  }));
}

/** Tries it again, in a process beside the node. @throws AppError NOT_FOUND */
export async function retryAside(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: string,
): Promise<void> {
  if (!(await store.transaction((tx) => retrySetAside(tx, parseName(id), clock.now()))))
    throw notSetAside(id);
}

/** Gives it up: it is kept as refused, and a feed is not read any more. @throws AppError NOT_FOUND */
export async function dropAside(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: string,
): Promise<void> {
  const { queue } = parseName(id);
  const drop = listModuleQueues().find(([name]) => name === queue)?.[1].drop;
  const how = {
    now: clock.now(),
    error: "its owner gave it up after the node died each time that it was tried",
    drop,
  };
  if (!(await store.transaction((tx) => dropSetAside(tx, parseName(id), how)))) throw notSetAside(id);
}

function parseName(id: string): RowName {
  const [, name, rowKey] = /^([a-z-]+):(\w{1,60})$/.exec(id) ?? [];
  const queue = workQueues.find((one) => one === name);
  if (queue === undefined || rowKey === undefined) throw notSetAside(id);
  return { queue, rowKey };
}

function notSetAside(id: string): AppError {
  return new AppError("NOT_FOUND", msg`No task with the ID ${JSON.stringify(id.slice(0, 80))} is set aside.`);
}
