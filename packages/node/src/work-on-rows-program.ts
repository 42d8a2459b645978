import "./modules.ts";
import { writeFileSync } from "node:fs";
import { PeerError } from "@freehold/protocol";
import { type Outcome, outcomeOfPeerError } from "./jobs/retry.ts";
import type { QueueRow } from "./jobs/running-rows.ts";
import { listModuleQueues } from "./module.ts";
import { createLog } from "./observability/log.ts";
import { createRowWork } from "./row-work.ts";
import { openNode } from "./startup/open-node.ts";
import type { RowProcessReply, RowProcessRequest } from "./startup/row-process.ts";
import type { WorkQueue } from "./store/tables/queues.ts";

type Work = (row: unknown, signal: AbortSignal, turn: unknown) => Promise<Outcome | undefined>;

// The node may have ended meanwhile; then this process does, too.
const send = (reply: RowProcessReply) => process.send?.(reply, () => {});
const ending = new AbortController();

// The node ends this process, also when a terminal or a service manager signals all.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.on("disconnect", () => {
  ending.abort();
  process.exit(0);
});

try {
  // When memory is short, the system ends this process and not the node.
  writeFileSync("/proc/self/oom_score_adj", "500");
} catch {
  // Not on Linux, or not allowed.
}

/** Opens the node beside the one that started this process, once. */
let works: Promise<Readonly<Record<WorkQueue, { leaseMs: number; work: Work }>>> | null = null;

async function open({ config, aheadMs }: RowProcessRequest & { type: "open" }) {
  const clock = { now: () => Date.now() + aheadMs };
  const context = await openNode(config, createLog(config), { clock });
  const ofModules = listModuleQueues().map(([name, { leaseMs, work }]) => [
    name,
    { leaseMs, work: (row: QueueRow, signal: AbortSignal) => work(context, row, signal) },
  ]);
  const all: unknown = { ...createRowWork(context), ...Object.fromEntries(ofModules) };
  return all as Readonly<Record<WorkQueue, { leaseMs: number; work: Work }>>;
}

async function work(queue: WorkQueue, row: QueueRow): Promise<Outcome> {
  const all = await works;
  if (!all) throw new Error("This process was not opened.");
  const { leaseMs, work: workOn } = all[queue];
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(leaseMs)]);
  const subject = queue === "catch-ups" ? row.id : row;
  try {
    const turn = { isOver: () => false, othersWait: () => false };
    return (await workOn(subject, signal, turn)) ?? { result: "done" };
  } catch (error) {
    if (signal.aborted) return { result: "later", scope: "row", reason: "it took too long" };
    if (error instanceof PeerError) return outcomeOfPeerError(error);
    const reason = `this node failed: ${error instanceof Error ? error.message : String(error)}`;
    return { result: "later", scope: "row", reason };
  }
}

process.on("message", (request: RowProcessRequest) => {
  if (request.type === "ping") send({ type: "pong" });
  else if (request.type === "open") {
    works = open(request);
    works.then(
      () => send({ type: "ready" }),
      () => process.exit(1),
    );
  } else {
    const { id, queue, row } = request;
    void work(queue, row).then((outcome) => send({ type: "outcome", id, outcome }));
  }
});
