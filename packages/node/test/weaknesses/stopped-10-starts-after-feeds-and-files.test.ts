import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, expect, it } from "vitest";
import { feeds, nestedFeed } from "../../../../bench/strangers/documents.ts";
import { createNodeProcess, type NodeProcess } from "../support/node-process.ts";
import type { Readings } from "../support/node-program.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";
import { serveHttps, type TestServer } from "../support/tls-server.ts";

const good = '<rss version="2.0"><channel><title>Good</title><item><guid>1</guid></item></channel></rss>';
/** Feeds that ended or stopped a node which read them. */
const poisoned = [...Object.values(feeds), nestedFeed].map((make) => make());
/** Files that did the same to an import: a feed whose links became gigabytes, and a post of open elements. */
const files: Readonly<Record<string, string>> = {
  "feed.xml": feeds["a base of 2 MiB and 3,000 files"]?.().body ?? "",
  "post.xml": `<rss version="2.0"><channel><title>x</title><item><guid>1</guid><description>${"&lt;b&gt;a".repeat(200_000)}</description></item></channel></rss>`,
};
const usualStarts = 3;

let network: TestNetwork;
let site: TestServer;
let node: NodeProcess;
/** Opens when the site sends what is poisoned; null: its feeds are good. */
let gate: PromiseWithResolvers<void> | null;
let asked: Set<string>;

beforeEach(async () => {
  network = await createTestNetwork();
  [gate, asked] = [null, new Set()];
  site = await serveHttps(network.certificate, async (request, response) => {
    const feed = poisoned[Number(request.url?.slice(1))];
    if (!gate || !feed) {
      response.end(good);
      return;
    }
    asked.add(request.url ?? "");
    await gate.promise;
    response.setHeader("Content-Type", feed.type);
    response.end(feed.body);
  });
  node = await createNodeProcess(network);
}, 60_000);
afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
}, 60_000);

const readings = async () => (await node.order({ do: "readings" })) as Readings;

/** How long it took until a started node answered a reader, and its processor time until then. */
interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

async function startAndAnswer(): Promise<Start> {
  const since = performance.now();
  await node.start();
  expect((await network.fetch(`${node.url}/`)).status).toBe(200);
  const ms = performance.now() - since;
  return { ms, cpuMs: Number(await node.order({ do: "cpu" })) };
}

it("answers as soon as usual when feeds and files waited that stop their reader", {
  timeout: 300_000,
}, async () => {
  await node.start();
  await node.order({ do: "install", url: node.url, title: "Ada" });
  for (const index of poisoned.keys()) await node.order({ do: "subscribe", url: site.url(`/${index}`) });
  const usual: Start[] = [];
  for (let count = 0; count < usualStarts; count += 1) {
    await node.kill();
    usual.push(await startAndAnswer());
  }
  // The feeds are due at the next start, and under way when the node is killed.
  gate = Promise.withResolvers();
  await node.order({ do: "fetch-feeds" });
  const poisonedStarts: Start[] = [];
  for (const [name, text] of Object.entries(files)) {
    await node.kill();
    await node.start();
    await node.order({ do: "import", name, text });
    await expect
      .poll(async () => (await readings()).importing?.attempts, { timeout: 30_000 })
      .toBeGreaterThan(0);
    await expect.poll(() => asked.size, { timeout: 30_000 }).toBeGreaterThan(0);
    await node.kill();
    gate.resolve();
    poisonedStarts.push(await startAndAnswer());
    await expect
      .poll(async () => (await readings()).importing?.state, { timeout: 120_000 })
      .toMatch(/^(checked|failed)$/);
    expect((await network.fetch(`${node.url}/`)).status).toBe(200);
  }
  const isTried = ({ failures, fetchedAt }: Readings["feeds"][number]) => failures > 0 || fetchedAt !== null;
  await expect
    .poll(async () => (await readings()).feeds.filter(isTried).length, { timeout: 120_000 })
    .toBe(poisoned.length);
  expect(asked.size).toBe(poisoned.length);
  // Interrupted work is done or set aside: it does not come first at the next start either.
  await node.kill();
  poisonedStarts.push(await startAndAnswer());
  const most = (starts: readonly Start[], of: keyof Start) => Math.max(...starts.map((one) => one[of]));
  expect(most(poisonedStarts, "cpuMs")).toBeLessThan(most(usual, "cpuMs") + 1_000);
  // Other work of the machine counts here, too.
  expect(most(poisonedStarts, "ms")).toBeLessThan(2 * most(usual, "ms") + 1_000);
});
