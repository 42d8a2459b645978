import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../src/errors/errors.ts";
import { openStore } from "../src/store/open-store.ts";
import type { Pull } from "../src/store/queues/pulls.ts";
import { createNodeProcess, type NodeProcess } from "./support/node-process.ts";
import { listPulls } from "./support/store-records.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";

const mebibyte = 1024 * 1024;

describe("large files (specification 4.4, decisions 5, design 4.5)", () => {
  let network: TestNetwork;
  beforeEach(async () => {
    network = await createTestNetwork();
  });
  afterEach(() => network[Symbol.asyncDispose]());

  test("a file of 90 MiB goes from node to node with less than 64 MB more memory on both sides", async () => {
    await using ada = await createNodeProcess(network);
    await using ben = await createNodeProcess(network);
    await Promise.all([ada.start(), ben.start()]);
    await ada.order({ do: "install", url: ada.url, title: "Ada" });
    await ben.order({ do: "install", url: ben.url, title: "Ben" });
    await ben.order({ do: "follow", url: ada.url });
    // Whatever is loaded at the first use is loaded before it is measured.
    const small = join(ada.dataDir, "small.bin");
    await writeNoise(small, mebibyte);
    await ada.order({ do: "publish-file", path: small });
    await waitForPulls(ben, 1);
    const before = await Promise.all([ada.memory(), ben.memory()]);

    const large = join(ada.dataDir, "large.bin");
    await writeNoise(large, 90 * mebibyte);
    await ada.order({ do: "publish-file", path: large });
    const pulls = await waitForPulls(ben, 2);
    expect(pulls.map((pull) => pull.state)).toEqual(["done", "done"]);
    const after = await Promise.all([ada.memory(), ben.memory()]);
    for (const [index, { peak }] of after.entries()) {
      expect(peak - (before[index]?.peak ?? 0)).toBeLessThan(64_000_000);
    }
  });

  test("one byte more than the limit is refused when it is published, and when it is pulled", async () => {
    const limit = { FREEHOLD_MAX_CONTENT_BYTES: "100000" };
    const ada = await network.start();
    const ben = await network.start({ settings: limit });
    await ben.follow(ada);
    const allowed = await ada.publish(new Uint8Array(100_000), { description: "just small enough" });
    const refused = await ada.publish(new Uint8Array(100_001), { description: "too large" });
    await ada.settled();
    await ben.settled();
    expect((await ben.timeline()).map((item) => item.contentHash)).toEqual([allowed.contentHash]);
    const pulls = await listPulls(ben.running.context.store.db, { limit: 10 });
    const pull = pulls.find(({ contentHash }) => contentHash === refused.contentHash);
    expect(pull?.state).toBe("refused");
    expect(pull?.lastError).toMatch(/larger than this node accepts|100001|97\.7/);

    await expect(ben.publish(new Uint8Array(100_001))).rejects.toThrow(AppError);
    await expect(ben.publish(new Uint8Array(100_000))).resolves.toMatchObject({ state: "signed" });
  });
});

/** A file that does not compress and has no holes. */
async function writeNoise(path: string, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(mebibyte);
  await using file = await open(path, "w");
  for (let written = 0; written < bytes; written += chunk.length) {
    chunk.fill(`${path}:${written}`);
    await file.write(chunk);
  }
}

async function waitForPulls(node: NodeProcess, count: number): Promise<Pull[]> {
  await using store = await openStore({ dataDir: node.dataDir, databaseUrl: null });
  const until = Date.now() + 60_000;
  for (;;) {
    const pulls = await listPulls(store.db, { limit: 10 });
    if (pulls.length >= count && pulls.every((pull) => pull.state !== "pending")) return pulls;
    if (Date.now() > until) return pulls;
    await pause(100);
  }
}
