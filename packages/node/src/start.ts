import type { AddressInfo } from "node:net";
import type { Address, IndexPosition } from "@freehold/protocol";
import type { Config } from "./config/config.ts";
import type { Context, Log } from "./context.ts";
import { deliverConnection } from "./domain/connections/deliver-connection.ts";
import { fetchFeed } from "./domain/feeds/fetch-feed.ts";
import type { ReadFeed } from "./domain/found/deliver-feed.ts";
import type { RenderIssue } from "./domain/newsletter/compose-mail.ts";
import { notifyFailingPeer, notifyOfVisitors } from "./domain/notifications/notify-owner.ts";
import { createPeerPictureCache } from "./domain/profile/peer-picture.ts";
import { deliverProfileUpdate } from "./domain/profile/update-profile.ts";
import { deliverPublication } from "./domain/publications/deliver.ts";
import { catchUp, scheduleAllCatchUps } from "./domain/replication/catch-up.ts";
import { pullPublication } from "./domain/replication/pull-publication.ts";
import { runJob } from "./domain/run-job.ts";
import { limits as http } from "./http/limits.ts";
import { createServer } from "./http/server.ts";
import type { StartupServer } from "./http/startup-server.ts";
import { createCatchUpQueue } from "./jobs/catch-up-queue.ts";
import { createFeedQueue } from "./jobs/feed-queue.ts";
import { limits } from "./jobs/limits.ts";
import { createPeerHealth } from "./jobs/peer-health.ts";
import { createQueue } from "./jobs/queue.ts";
import type { Queue } from "./jobs/worker.ts";
import { markRun } from "./startup/crash-marker.ts";
import { startMaintenance } from "./startup/maintenance.ts";
import { type Edges, openNode } from "./startup/open-node.ts";
import { refuseHalfMade } from "./startup/prepare-database.ts";
import { type Recovery, recoverNode } from "./startup/recover-node.ts";
import { holdData } from "./store/open-store.ts";

/** A running node. */
export interface RunningNode {
  /** Where it listens on this machine; null for a worker. */
  readonly address: { readonly url: string; readonly port: number } | null;
  readonly context: Context;
  /** The workers, null for a process without; tests wait for them. */
  readonly queues: Readonly<Record<"outbox" | "pulls" | "jobs" | "catchUps" | "feeds", Queue>> | null;
  /** What was repaired after a crash; null if there was none. */
  readonly recovery: Recovery | null;
  /** Takes no new work, finishes the current work within ten seconds, and closes everything in reverse order. */
  stop(): Promise<void>;
}

/** Starts a node. Its role is `web` (answers requests), `worker` (works on the queues) or `all` (both). */
export async function startNode(config: Config, log: Log, edges: Edges = {}): Promise<RunningNode> {
  await using resources = new AsyncDisposableStack();
  const listens = config.role !== "worker" || config.readOnly;
  const { context, recovery, startupServer } = await open(config, log, edges, { resources, listens });
  resources.use(context.store.watch());
  const works = config.role !== "web" && !config.readOnly;
  if (!config.readOnly) resources.defer(notifyOfVisitors(context));
  const queues = works ? createQueues(context, edges) : null;
  // They stop at the same time, because each may need most of the ten seconds.
  const parts = [new AsyncDisposableStack(), new AsyncDisposableStack(), new AsyncDisposableStack()] as const;
  const [serving, working, maintenance] = parts;
  resources.defer(async () => {
    await Promise.all(parts.map((part) => part.disposeAsync()));
  });
  const address = listens ? await listen(context, serving, startupServer) : null;
  if (queues) await startWork(context, queues, working);
  if (queues) startMaintenance(context, maintenance);
  const owned = resources.move();
  return { address, context, queues, recovery, stop: () => owned.disposeAsync() };
}

const whyLater =
  "The run before this one did not end well. The node reads its whole database, and answers when that is done.";

/** Opens the node for a server: locks its data, and repairs it after a crash. */
async function open(
  config: Config,
  log: Log,
  edges: Edges,
  { resources, listens }: { resources: AsyncDisposableStack; listens: boolean },
): Promise<Pick<RunningNode, "context" | "recovery"> & { startupServer: StartupServer | null }> {
  if (config.readOnly) {
    log.warn({}, "nothing new is taken: this node was started to be read alone");
    const context = resources.use(await openNode(config, log, edges));
    return { context, recovery: null, startupServer: null };
  }
  resources.use(await holdData(config, "shared"));
  const run = await markRun(config);
  // A failed start leaves the marker of a crash, so that the next one checks again.
  let isSettled = !run.afterCrash;
  resources.defer(async () => {
    if (isSettled) await run.end();
  });
  const waits = listens && run.afterCrash && config.databaseUrl === null;
  const startupServer = waits ? resources.use(await listenMeanwhile(config)) : null;
  const context = resources.use(await openNode(config, log, edges, run));
  await refuseHalfMade(context.store);
  const recovery = run.afterCrash ? await recoverNode(context) : null;
  isSettled = true;
  return { context, recovery, startupServer };
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
  const server = await createServer(context);
  resources.defer(() => server.close());
  await startupServer?.[Symbol.asyncDispose]();
  const wanted = { port: startupServer?.port ?? config.port, host: config.host };
  await server.listen({ ...wanted, backlog: http.connectionBacklog });
  const { port } = server.server.address() as AddressInfo;
  const host = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  const url = `${config.tls ? "https" : "http"}://${host}:${port}`;
  log.info({ url }, "listening");
  return { url, port };
}

function createQueues(context: Context, edges: Edges): NonNullable<RunningNode["queues"]> {
  const pollMs = edges.pollMs ?? limits.pollMs;
  const health = createPeerHealth(notifyFailingPeer);
  const marks = new Map<Address, IndexPosition>();
  const cachePicture = createPeerPictureCache(context);
  return {
    outbox: createQueue({
      name: "outbox",
      table: "outbox",
      context,
      pollMs,
      work: (entry, signal) => deliveries[entry.kind](context, entry, signal),
      health,
      concurrency: limits.deliveries,
      perPeer: limits.deliveriesPerPeer,
      slow: { atATime: limits.slowDeliveries, abortAfterMs: limits.slowDeliveryMs },
      leaseMs: limits.deliveryMs,
    }),
    pulls: createQueue({
      name: "pulls",
      table: "pulls",
      context,
      pollMs,
      work: (pull, signal) => pullPublication(context, pull, signal),
      health,
      concurrency: limits.pulls,
      perPeer: limits.pullsPerPeer,
      perQuickPeer: limits.pullsPerQuickPeer,
      // A large file may take any time.
      slow: { atATime: limits.slowPulls, abortAfterMs: null },
      leaseMs: limits.pullMs,
    }),
    jobs: createQueue({
      name: "jobs",
      table: "jobs",
      context,
      pollMs,
      work: (job, signal) =>
        runJob(context, job, { signal, renderIssue: issueRenderer(context), readFeed: lazyFeeds(context) }),
      // Jobs do not go to nodes, so there is no health to track.
      health: null,
      concurrency: limits.jobs,
      perPeer: limits.jobsPerHost,
      slow: { atATime: limits.slowJobs, abortAfterMs: limits.slowJobMs },
      leaseMs: limits.jobMs,
      retentionMs: limits.finishedJobsMs,
    }),
    catchUps: createCatchUpQueue({
      context,
      pollMs,
      work: async (address, signal, { isOver: isTurnOver }) => {
        const { status } = await catchUp(context, address, { signal, isTurnOver, marks });
        if (status === "caught-up") await cachePicture(address, signal);
      },
    }),
    feeds: createFeedQueue({ context, pollMs, work: (feed, signal) => fetchFeed(context, feed, signal) }),
  };
}

/** Renders posts as mails. It is loaded with the first: a node without readers by mail never needs it. */
function issueRenderer(context: Context): RenderIssue {
  return async (...post) => {
    const { renderIssueOf } = await import("./http/site/issue-mail.ts");
    return await renderIssueOf(context)(...post);
  };
}

/** Makes feeds for their subscribers; loaded with the first, too. */
function lazyFeeds(context: Context): ReadFeed {
  return async (path) => {
    const { feedReader } = await import("./http/site/feed-document.ts");
    return await feedReader(context)(path);
  };
}

/** What delivers each kind of entry in the outbox. */
const deliveries = {
  publication: deliverPublication,
  "profile.update": deliverProfileUpdate,
  "connection.create": deliverConnection,
  "connection.destroy": deliverConnection,
} as const;

async function startWork(
  context: Context,
  queues: NonNullable<RunningNode["queues"]>,
  resources: AsyncDisposableStack,
): Promise<void> {
  await scheduleAllCatchUps(context);
  const all = Object.values(queues);
  resources.defer(async () => {
    await Promise.all(all.map((queue) => queue.stop()));
  });
  for (const queue of all) queue.start();
}
