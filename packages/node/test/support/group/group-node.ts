import "../load-modules.ts";
import { randomBytes } from "node:crypto";
import { appendFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { createGroup, killOne } from "../../../../../bench/many/group.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createSigner } from "../../../src/domain/access/signer.ts";
import { readTimelineItems } from "../../../src/domain/publications/timeline.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { RunningNode } from "../../../src/start.ts";
import { openNode } from "../../../src/startup/open-node.ts";
import { freshDatabase } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { compileCache } from "../node-flags.ts";
import type { CertificateFiles } from "../node-settings.ts";
import { startS3 } from "../s3-server.ts";
import { seededRandom } from "../seeded-random.ts";
import type { TestFetch, TestNode, TestNodeOptions } from "../test-node.ts";
import { createWallet } from "../wallet.ts";
import { createGroupOwner } from "./group-owner.ts";
import { settleGroup } from "./settle-group.ts";

/** A kill may be followed by a try every 5 or 10 seconds. */
const patienceMs = 12_000;
/** The number of groups in this process, so that each gets its own seed. */
let groups = 0;

/**
 * A node of two web and two worker processes on one PostgreSQL and one S3, behind nginx. Its owner does everything over HTTP;
 * its context is that of a command which runs beside it. With TEST_KILLS, its processes are killed at random.
 */
export async function createGroupNode(
  place: { folder: string; files: CertificateFiles },
  fetch: TestFetch,
  resources: AsyncDisposableStack,
  options: TestNodeOptions,
): Promise<TestNode> {
  const { title = "A node", description = "", privateKey } = options;
  const seed = process.env.TEST_KILLS ? Number(process.env.TEST_KILLS) + groups : null;
  groups += 1;
  const key = privateKey ? Buffer.from(privateKey, "hex") : randomBytes(32);
  const wallet = createWallet(Uint8Array.from(key));
  const signer = createSigner(key);
  const { dataDir, databaseUrl, ...database } = await freshDatabase("postgres");
  resources.use(database);
  const s3 = resources.use(await startS3());
  const group = resources.use(
    await createGroup(place, title, {
      databaseUrl: String(databaseUrl),
      s3,
      dataDir,
      port: options.port ?? (await freePort()),
      settings: {
        NODE_ENV: "production",
        NODE_COMPILE_CACHE: compileCache,
        FREEHOLD_LOG_LEVEL: "fatal",
        ...options.settings,
      },
    }),
  );
  const { url } = group;
  const config = readConfig({
    FREEHOLD_DATA: dataDir,
    FREEHOLD_URL: url,
    FREEHOLD_PEER_CA: place.files.ca,
    FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
    FREEHOLD_RATE_LIMIT: "0",
    FREEHOLD_LOG_LEVEL: "fatal",
    DATABASE_URL: String(databaseUrl),
    S3_URL: String(group.s3Url),
    ...options.settings,
  });
  let running: RunningNode | null = null;
  let killing: { stop(): Promise<void> } | null = null;
  /** Its processes are not killed before it has an owner. */
  let isSettledIn = false;
  const context = () => node.running.context;

  async function start(): Promise<void> {
    if (running) return;
    const outcome = await group.start();
    if (outcome !== "listening") throw new Error(`${title} does not start: ${group.log()}`);
    const beside = new AsyncDisposableStack();
    const opened = beside.use(await openNode(config, createLog(config)));
    beside.use(opened.store.watch());
    running = {
      address: { url, port: Number(new URL(url).port) },
      context: opened,
      queues: null,
      recovery: null,
      stop: () => beside.disposeAsync(),
    };
    if (seed !== null && isSettledIn) killing = killOnAndOn(group, seed);
  }

  const isKilled = seed !== null;
  const owner = createGroupOwner({ url, wallet, dataDir, fetch, context, isKilled });
  const node: TestNode = {
    ...owner,
    url,
    signer,
    config,
    get running() {
      if (!running) throw new Error("The node is stopped.");
      return running;
    },
    start,
    async stop() {
      await killing?.stop();
      killing = null;
      if (!running) return;
      await group.stop();
      await running.stop();
      running = null;
    },
    async fetch(path, fetchOptions) {
      for (;;) {
        const reply = await fetch(`${url}${path}`, fetchOptions);
        // The process that had the call was killed.
        if (!isKilled || reply.status !== 502) return reply;
        await pause(500);
      }
    },
    timeline: () => Array.fromAsync(readTimelineItems(context(), { limit: null })),
    settled: () => settleGroup(context(), isKilled ? patienceMs : 0),
  };
  await start();
  if (options.install !== false) {
    await owner.install(
      signer.sign("DATA", {
        node: { avatar: "", address: signer.address, url, title, description },
        settings: { defaultLanguage: "en", defaultTheme: "system", walletConnectProjectId: "" },
        timestamp: Math.floor(Date.now() / 1000),
      }),
    );
    await owner.signIn();
  }
  isSettledIn = true;
  if (seed !== null) killing = killOnAndOn(group, seed);
  return node;
}

/** Kills one process after another, until it is stopped; each is written to the file TEST_KILLS_FILE. */
function killOnAndOn(group: Parameters<typeof killOne>[0], seed: number): { stop(): Promise<void> } {
  const random = seededRandom(seed);
  let isStopped = false;
  const loop = (async () => {
    while (!isStopped) {
      const name = await killOne(group, random);
      if (process.env.TEST_KILLS_FILE) await appendFile(process.env.TEST_KILLS_FILE, `${name}\n`);
    }
  })();
  loop.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await loop;
    },
  };
}
