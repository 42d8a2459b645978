import "./load-modules.ts";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readConfig, readEnvironment } from "../../src/config/config.ts";
import { createSigner } from "../../src/domain/access/signer.ts";
import { prepareFollow, submitFollow } from "../../src/domain/connections/follow.ts";
import { installNode } from "../../src/domain/installation/install.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { retryAside } from "../../src/domain/set-aside.ts";
import { receiveImport } from "../../src/modules/export/import/import-jobs.ts";
import { findImportJob } from "../../src/modules/export/store.ts";
import { subscribeFeed } from "../../src/modules/feeds/subscribe.ts";
import { createWebhook } from "../../src/modules/webhooks/webhooks.ts";
import { createLog } from "../../src/observability/log.ts";
import { startNode } from "../../src/start.ts";
import { obeyOrders } from "./child-process.ts";

/** An order of the parent to the program; the answer has the same id. */
export type Order = { id: number } & (
  | { do: "install"; url: string; title: string }
  | { do: "follow"; url: string }
  | { do: "webhook"; url: string; events: string[] }
  | { do: "publish"; text: string }
  | { do: "publish-file"; path: string }
  | { do: "measure" }
  | { do: "settle" }
  | { do: "cpu" }
  | { do: "interrupted" }
  | { do: "retry-aside"; row: string }
  | { do: "subscribe"; url: string }
  | { do: "fetch-feeds" }
  | { do: "import"; name: string; text: string }
  | { do: "readings" }
);
/** How the reading of documents of others stands. */
export interface Readings {
  readonly feeds: readonly { readonly failures: number; readonly fetchedAt: number | null }[];
  /** Null where there was none. */
  readonly importing: { readonly state: string; readonly attempts: number } | null;
}
/** Bytes, and how many. */
export interface Measured {
  rss: number;
  /** In the heap, and outside of it for what is in the heap. */
  live: number;
  timers: number;
  sockets: number;
  descriptors: number;
}

/**
 * A whole node as a process of its own, which can be killed: settings from the environment, the owner's key from
 * TEST_PRIVATE_KEY, the clock ahead by TEST_CLOCK_AHEAD_MS, orders from the parent. An order is answered when what it did is acknowledged.
 */
const environment = readEnvironment();
const config = readConfig(environment);
const signer = createSigner(Buffer.from(environment.TEST_PRIVATE_KEY ?? "", "hex"));
const aheadMs = Number(environment.TEST_CLOCK_AHEAD_MS);
const node = await startNode(config, createLog(config), { clock: { now: () => Date.now() + aheadMs } });
// It is written at the end otherwise, which a process that is killed does not come to: each start would compile everything.
flushCompileCache();

async function obey(order: Order): Promise<unknown> {
  const { context } = node;
  switch (order.do) {
    case "install":
      return await installNode(
        context,
        signer.sign("DATA", {
          node: { avatar: "", address: signer.address, url: order.url, title: order.title, description: "" },
          settings: { defaultLanguage: "en", defaultTheme: "light", walletConnectProjectId: "" },
          timestamp: Math.floor(Date.now() / 1000),
        }),
      );
    case "follow": {
      const { meaning } = await prepareFollow(context, order.url);
      return await submitFollow(context, signer.sign("CreateConnection", meaning));
    }
    case "webhook":
      return await createWebhook(context, order);
    case "publish":
      return await publish("POST", Readable.from([Buffer.from(order.text)]));
    case "publish-file":
      return await publish("FILE", createReadStream(order.path));
    case "measure":
      return await measure();
    case "settle":
      return await settle();
    case "cpu":
      return cpuMs();
    case "interrupted":
      return await context.store.db
        .selectFrom("interrupted_rows")
        .select(["queue", "rowKey", "state", "deaths"])
        .orderBy("queue")
        .orderBy("rowKey")
        .execute();
    case "retry-aside":
      return await retryAside(context, order.row);
    case "subscribe":
      return await subscribeFeed(context, order.url);
    case "fetch-feeds":
      await context.store.transaction((tx) =>
        tx.updateTable("feeds").set({ nextFetchAt: 0, failures: 0, fetchedAt: null }).execute(),
      );
      return null;
    case "import":
      return await receiveImport(context, {
        name: order.name,
        source: Readable.from([Buffer.from(order.text)]),
      });
    case "readings":
      return {
        feeds: await context.store.db.selectFrom("feeds").select(["failures", "fetchedAt"]).execute(),
        importing: await findImportJob(context.store.db),
      } satisfies Readings;
  }
}

/** The memory that this process holds once everything that is garbage is gone. */
async function measure(): Promise<Measured> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round += 1) {
    collect();
    await pause(100);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  const types = process.getActiveResourcesInfo();
  const timers = types.filter((type) => type === "Timeout").length;
  const sockets = types.filter((type) => /^(TCP|TLS)SocketWrap|TLSWrap$/.test(type)).length;
  // The one that reads the folder is counted as well.
  const descriptors = (await readdir("/proc/self/fd")).length - 1;
  return { rss, live: heapUsed + external, timers, sockets, descriptors };
}

/** Waits until nothing that is due is left to do in any queue. */
async function settle(): Promise<void> {
  // One queue may make work for another one: the last round finds nothing to do in any.
  for (let round = 0; round < 3; round += 1) {
    for (const queue of Object.values(node.queues ?? {})) await queue.settled();
  }
}

/** The processor time of this process so far. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function publish(kind: "POST" | "FILE", source: Readable): Promise<unknown> {
  const { context } = node;
  const { id } = await createPublication(context, { kind, source, state: "local", filename: "file" });
  const statement = await prepareSignature(context, id);
  const { publication } = await signPublication(context, id, signer.sign("StatementOfSource", statement));
  return publication;
}

obeyOrders(obey);
process.once("SIGTERM", () => void node.stop().then(() => process.disconnect()));
process.send?.({ ready: true });
