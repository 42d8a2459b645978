import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "./config/config.ts";
import type { Context, Log } from "./context.ts";
import { recordFailingPeer } from "./domain/peers/peer-events.ts";
import { compareAddresses } from "./domain/profile/configured-address.ts";
import { scheduleAllCatchUps } from "./domain/replication/catch-up.ts";
import { shareVisitors } from "./domain/share-visitors.ts";
import { formatEnglish } from "./errors/errors.ts";
import { limits as http } from "./http/limits.ts";
import { createServer } from "./http/server.ts";
import type { StartupServer } from "./http/startup-server.ts";
import { createCatchUpQueue } from "./jobs/catch-up-queue.ts";
import { createInterruptedQueue, type InterruptedQueue } from "./jobs/interrupted-queue.ts";
import { limits } from "./jobs/limits.ts";
import { createPeerHealth } from "./jobs/peer-health.ts";
import { createQueue } from "./jobs/queue.ts";
import type { Queue } from "./jobs/worker.ts";
import { listModuleQueues, listModules } from "./module.ts";
import { createRowWork } from "./row-work.ts";
import { markRun } from "./startup/crash-marker.ts";
import { startMaintenance } from "./startup/maintenance.ts";
import { type Edges, openNode } from "./startup/open-node.ts";
import { refuseHalfMade } from "./startup/prepare-database.ts";
import { readAboutProgram } from "./startup/program-version.ts";
import { type Recovery, recoverNode } from "./startup/recover-node.ts";
import { openRowProcess } from "./startup/row-process.ts";
import { emit } from "./store/events.ts";
import { holdData } from "./store/open-store.ts";
import type { Hold } from "./store/postgres/hold.ts";
import { doubtClock } from "./store/queues/clock-doubt.ts";

/** A running node. */
export interface RunningNode {
  /** The address on this machine; null for a worker. */
  readonly address: { readonly url: string; readonly port: number } | null;
  readonly context: Context;
  /** The workers, those of modules, too; null for a process without. Tests wait for them. */
  readonly queues:
    | (Readonly<Record<"outbox" | "pulls" | "jobs" | "catchUps", Queue>> & {
        readonly interrupted: InterruptedQueue;
      })
    | null;
  /** The repairs after a crash or a rollback; null if there was none. */
  readonly recovery: Recovery | null;
  /**
   * Takes no new work, finishes the current work within ten seconds, and closes everything in reverse order. Requests are
   * answered for `drainMs` before that.
   */
  stop(): Promise<void>;
}

/** Starts a node. Its role is `web` (answers requests), `worker` (works on the queues) or `all` (both). */
export async function startNode(config: Config, log: Log, edges: Edges = {}): Promise<RunningNode> {
  await using resources = new AsyncDisposableStack();
  const listens = config.role !== "worker" || config.readOnly;
  const works = config.role !== "web" && !config.readOnly;
  const { context, recovery, startupServer, hold } = await open(config, log, edges, {
    resources,
    listens,
  });
  if (listens && !config.readOnly) resources.defer(shareVisitors(context));
  resources.use(context.store.watch());
  if (!config.readOnly) for (const { start } of listModules()) if (start) resources.defer(start(context));
  const queues = works && hold ? createQueues(context, edges, hold.id) : null;
  // They stop at the same time, because each may need most of the ten seconds.
  const parts = [new AsyncDisposableStack(), new AsyncDisposableStack(), new AsyncDisposableStack()] as const;
  const [serving, working, maintenance] = parts;
  resources.defer(async () => {
    await Promise.all(parts.map((part) => part.disposeAsync()));
  });
  if (listens && hold && config.databaseUrl !== null) serving.use(shareLimits(context, hold));
  if (hold) await doubtClock(context.store, context.clock.now());
  const address = listens ? await listen(context, serving, startupServer) : null;
  // A node that joins another worker has missed nothing.
  if (works) await hold?.joinWorkers(() => scheduleAllCatchUps(context));
  if (queues) startWork(queues, working);
  if (hold) startMaintenance(context, hold, { resources: maintenance, works });
  const owned = resources.move();
  return { address, context, queues, recovery, stop: () => owned.disposeAsync() };
}

/** Divides the requests and messages a minute by the current number of processes that answer requests. */
function shareLimits({ limiter }: Pick<Context, "limiter">, hold: Pick<Hold, "countWeb">): Disposable {
  const look = async () => {
    const count = await hold.countWeb();
    if (count !== null) limiter.shareWith(count);
  };
  void look();
  const timer = setInterval(look, limits.endedProcessMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

const whyLater =
  "The run before this one did not end well. The node reads its whole database, and answers when that is done.";

/** Opens the node for a server: locks its data, and repairs it after a crash. */
async function open(
  config: Config,
  log: Log,
  edges: Edges,
  { resources, listens }: { resources: AsyncDisposableStack; listens: boolean },
): Promise<
  Pick<RunningNode, "context" | "recovery"> & { startupServer: StartupServer | null; hold: Hold | null }
> {
  if (config.readOnly) {
    log.warn({}, "nothing new is taken: this node was started to be read alone");
    const context = resources.use(await openNode(config, log, edges));
    return { context, recovery: null, startupServer: null, hold: null };
  }
  const hold = resources.use(await holdData(config, "shared", { answers: listens }));
  const run = await markRun(config);
  // A failed start leaves the marker of a crash, so that the next one checks again.
  const { unsettled } = run;
  let isSettled = unsettled === null;
  resources.defer(async () => {
    if (isSettled) await run.end();
  });
  const waits = listens && unsettled === "crash" && config.databaseUrl === null;
  const startupServer = waits ? resources.use(await listenMeanwhile(config)) : null;
  log.info({ ...readAboutProgram() }, "this is Freehold");
  const context = resources.use(await openNode(config, log, edges, { afterCrash: unsettled === "crash" }));
  await refuseHalfMade(context.store);
  await warnOfAddress(context);
  const recovery = unsettled === null ? null : await recoverNode(context, unsettled);
  isSettled = true;
  return { context, recovery, startupServer, hold };
}

/** Says in the log that the configuration names another address than the owner has signed. */
async function warnOfAddress({ config, log, owner }: Context): Promise<void> {
  const signed = (await owner.get())?.url;
  const difference = signed === undefined ? null : compareAddresses(config.url, signed);
  if (difference === null) return;
  const sentences = [difference.finding, difference.advice].map(formatEnglish);
  log.warn({ configured: config.url, signed }, sentences.join(" "));
}

async function listenMeanwhile(config: Config): Promise<StartupServer> {
  const { openStartupServer } = await import("./http/startup-server.ts");
  return await openStartupServer(config, whyLater);
}

async function listen(
  context: Context,
  resources: AsyncDisposableStack,
  startupServer: StartupServer | null,
): Promise<RunningNode["address"]> {
  const { config, log } = context;
  const draining = new AbortController();
  const server = await createServer(context, { draining: draining.signal });
  resources.defer(async () => {
    draining.abort();
    await pause(config.drainMs);
    await server.close();
  });
  await startupServer?.[Symbol.asyncDispose]();
  const wanted = { port: startupServer?.port ?? config.port, host: config.host };
  await server.listen({ ...wanted, backlog: http.connectionBacklog });
  const { port } = server.server.address() as AddressInfo;
  const host = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  const url = `${config.tls ? "https" : "http"}://${host}:${port}`;
  log.info({ url }, "listening");
  return { url, port };
}

/** @param workerId of this process, for rows that it claims */
function createQueues(context: Context, edges: Edges, workerId: string): NonNullable<RunningNode["queues"]> {
  const shared = { context, workerId, pollMs: edges.pollMs ?? limits.pollMs };
  const health = createPeerHealth(recordFailingPeer);
  const works = createRowWork(context);
  const queues = {
    outbox: createQueue({
      name: "outbox",
      table: "outbox",
      ...shared,
      ...works.outbox,
      health,
      concurrency: limits.deliveries,
      perPeer: limits.deliveriesPerHost,
      perQuickPeer: limits.deliveriesPerQuickHost,
      slow: { atATime: limits.slowDeliveries, abortAfterMs: limits.slowDeliveryMs },
    }),
    pulls: createQueue({
      name: "pulls",
      table: "pulls",
      ...shared,
      ...works.pulls,
      health,
      concurrency: limits.pulls,
      perPeer: limits.pullsPerPeer,
      perQuickPeer: limits.pullsPerQuickPeer,
      // A large file may take any time.
      slow: { atATime: limits.slowPulls, abortAfterMs: null },
    }),
    jobs: createQueue({
      name: "jobs",
      table: "jobs",
      ...shared,
      ...works.jobs,
      // Jobs do not go to nodes, so there is no health to track.
      health: null,
      concurrency: limits.jobs,
      perPeer: limits.jobsPerHost,
      slow: { atATime: limits.slowJobs, abortAfterMs: limits.slowJobMs },
      retentionMs: limits.finishedJobsMs,
    }),
    catchUps: createCatchUpQueue({ ...shared, ...works["catch-ups"] }),
  };
  const { catchUps, ...sameNames } = queues;
  const ofModules = Object.fromEntries(listModuleQueues().map(([name, { open }]) => [name, open(shared)]));
  const interrupted = createInterruptedQueue({
    context,
    workerId,
    queues: { ...sameNames, "catch-ups": catchUps, ...ofModules },
    openProcess: () => openRowProcess(context),
    onSetAside: (tx, { queue, rowKey }, now) => emit(tx, "work.set-aside", { queue, rowKey, now }),
  });
  return { ...queues, ...ofModules, interrupted };
}

function startWork(queues: NonNullable<RunningNode["queues"]>, resources: AsyncDisposableStack): void {
  const all = Object.values(queues);
  resources.defer(async () => {
    await Promise.all(all.map((queue) => queue.stop()));
  });
  for (const queue of all) queue.start();
}
