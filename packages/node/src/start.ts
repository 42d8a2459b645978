import type { AddressInfo } from "node:net";
import type { Config } from "./config.ts";
import type { Context, Log } from "./context.ts";
import { createCatchUpLoop } from "./delivery/catch-up-loop.ts";
import { limits } from "./delivery/limits.ts";
import { createPeerHealth } from "./delivery/peer-health.ts";
import { createQueue, type Queue } from "./delivery/queue.ts";
import { deliverConnection } from "./domain/connections/deliver-connection.ts";
import { runErrand } from "./domain/errands/run-errand.ts";
import { notifyFailingPeer } from "./domain/notifications/notify-failing-peer.ts";
import { tellOfVisitors } from "./domain/notifications/tell-of-visitors.ts";
import { deliverProfileUpdate } from "./domain/profile/deliver-profile-update.ts";
import { deliverPublication } from "./domain/publications/deliver-publication.ts";
import { catchUp } from "./domain/replication/catch-up.ts";
import { pullPublication } from "./domain/replication/pull-publication.ts";
import { scheduleAllCatchUps } from "./domain/replication/schedule-catch-up.ts";
import { createServer } from "./http/server.ts";
import { type Edges, openNode } from "./open-node.ts";
import { startChores } from "./start-chores.ts";
import type { OutboxEntry } from "./store/outbox.ts";

/** A node at work. */
export interface RunningNode {
  /** Where it listens on this machine; null for a worker. */
  readonly address: { readonly url: string; readonly port: number } | null;
  readonly context: Context;
  /** The workers, for whoever wants to wait until they have nothing to do. */
  readonly queues: Readonly<Record<"outbox" | "pulls" | "errands" | "catchUps", Queue>> | null;
  /** Takes no new work, finishes what is under way within ten seconds, and closes everything, in the reverse order of the start. */
  stop(): Promise<void>;
}

/**
 * Config in, running node out. The role says which half this process is: `web` answers requests, `worker` does what the
 * queues hold, `all` both.
 */
export async function startNode(config: Config, log: Log, edges: Edges = {}): Promise<RunningNode> {
  await using resources = new AsyncDisposableStack();
  const context = resources.use(await openNode(config, log, edges));
  resources.defer(tellOfVisitors(context));
  const queues = config.role === "web" ? null : createQueues(context);
  const address = config.role === "worker" ? null : await listen(context, resources);
  if (queues) await startWork(context, queues, resources);
  const owned = resources.move();
  return { address, context, queues, stop: () => owned.disposeAsync() };
}

async function listen(context: Context, resources: AsyncDisposableStack): Promise<RunningNode["address"]> {
  const { config, log } = context;
  const server = await createServer(context);
  resources.defer(() => server.close());
  await server.listen({ port: config.port, host: config.host });
  const { port } = server.server.address() as AddressInfo;
  const host = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(config.host) ? "localhost" : config.host;
  const url = `${config.tls ? "https" : "http"}://${host}:${port}`;
  log.info({ url }, "listening");
  return { url, port };
}

function createQueues(context: Context): NonNullable<RunningNode["queues"]> {
  const health = createPeerHealth(notifyFailingPeer);
  return {
    outbox: createQueue({
      name: "outbox",
      table: "outbox",
      context,
      work: (entry, signal) => deliver(context, entry, signal),
      health,
      concurrency: limits.deliveries,
      perPeer: limits.deliveriesPerPeer,
      leaseMs: limits.deliveryMs,
    }),
    pulls: createQueue({
      name: "pulls",
      table: "pulls",
      context,
      work: (pull, signal) => pullPublication(context, pull, signal),
      health,
      concurrency: limits.pulls,
      perPeer: limits.pullsPerPeer,
      leaseMs: limits.pullMs,
    }),
    errands: createQueue({
      name: "errands",
      table: "errands",
      context,
      work: (errand, signal) => runErrand(context, errand, signal),
      // Rows go to no nodes, so each waits for itself.
      health: null,
      concurrency: limits.errands,
      perPeer: limits.errandsPerHost,
      leaseMs: limits.errandMs,
      keepMs: limits.keptErrandsMs,
    }),
    catchUps: createCatchUpLoop({ context, work: (address, signal) => catchUp(context, address, signal) }),
  };
}

function deliver(context: Context, entry: OutboxEntry, signal: AbortSignal) {
  switch (entry.kind) {
    case "publication":
      return deliverPublication(context, entry, signal);
    case "profile.update":
      return deliverProfileUpdate(context, entry, signal);
    case "connection.create":
    case "connection.destroy":
      return deliverConnection(context, entry, signal);
  }
}

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
  startChores(context, resources);
}
