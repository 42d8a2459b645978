import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { authenticate } from "../src/domain/access/callers.ts";
import { createIntegrationToken } from "../src/domain/access/tokens.ts";
import { reindexPublications } from "../src/domain/search/reindex.ts";
import { search } from "../src/domain/search/search.ts";
import { restoreBackup } from "../src/modules/backup/restore.ts";
import { writeBackup } from "../src/modules/backup/write.ts";
import { createLog } from "../src/observability/log.ts";
import { startNode } from "../src/start.ts";
import { copies, freshDatabase } from "./support/databases.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

let network: TestNetwork;
let folder: string;

beforeEach(async () => {
  network = await createTestNetwork();
  folder = await mkdtemp(join(tmpdir(), "freehold-backup-"));
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const backUp = (node: TestNode, path = join(folder, "backup.tar.zst")) =>
  writeBackup(node.running.context, { path, keystore: null });

const indexOf = async (node: Pick<TestNode, "url">) =>
  ((await network.fetch(`${node.url}/ewp/publications?limit=1000`)).json as { data: unknown[] }).data;

describe.each(copies)("a backup of %s, restored on %s", (from, to) => {
  it("holds everything acknowledged before it began, and the restored node continues", async () => {
    const node = await network.start({ title: "Kept", database: from });
    const follower = await network.start({ title: "Follower" });
    const friend = await network.start({ title: "Friend" });
    await follower.follow(node);
    await node.follow(friend);
    await friend.publish("# From a friend");
    const file = await node.publish(Buffer.from("%PDF-1.7 bytes"), {
      description: "A file",
      filename: "a.pdf",
    });
    for (let number = 0; number < 30; number += 1) await node.publish(`Post ${number} #tag${number}`);
    await node.draft("# Nobody has read this");
    for (const one of [node, follower, friend]) await one.settled();
    const token = await createIntegrationToken(node.running.context, {
      label: "program",
      scopes: ["read:timeline"],
      expiresInSeconds: null,
    });

    const before = await indexOf(node);
    let writing = true;
    const written: string[] = [];
    const writer = (async () => {
      for (let number = 0; writing; number += 1) {
        written.push((await node.publish(`Meanwhile ${number}`)).contentHash);
      }
    })();
    const made = await backUp(node);
    writing = false;
    await writer;
    expect(written.length).toBeGreaterThan(0);
    expect((await stat(made.path)).mode & 0o777).toBe(0o600);
    expect(made.manifest.missing).toEqual([]);
    const servedBefore = await node.fetch(`/ewp/contents/${file.contentHash}?timestamp=${file.timestamp}`);
    await node.settled();
    await node.stop();

    await using target = await freshDatabase(to);
    const config = { ...node.config, dataDir: join(folder, "restored"), databaseUrl: target.databaseUrl };
    const restored = await restoreBackup({ config, recover: recoverPublicKey }, { file: made.path });
    expect(restored.signatures).toBeGreaterThanOrEqual(before.length + 1 + 2);
    const running = await startNode(config, createLog(config));
    try {
      const after = await indexOf(node);
      expect(after).toEqual(expect.arrayContaining(before));
      const late = after.length - before.length;
      expect(late).toBeLessThanOrEqual(written.length);
      const served = await node.fetch(`/ewp/contents/${file.contentHash}?timestamp=${file.timestamp}`);
      expect([served.status, served.body]).toEqual([200, servedBefore.body]);
      expect(running.recovery).toBeNull();
      await reindexPublications(running.context);
      const owner = { kind: "client", tokenId: "none" } as const;
      const found = await search(running.context, { query: "#tag7", first: 10, caller: owner });
      expect(found.items).toHaveLength(1);
      await expect(authenticate(running.context, { bearer: token.token, cookie: null })).rejects.toThrow(
        "is invalid",
      );
    } finally {
      await running.stop();
    }
  });
});

it("leaves no file behind when it is refused", async () => {
  const node = await network.start();
  await node.publish("One");
  const { path } = await backUp(node);
  expect(await readdir(folder)).toEqual(["backup.tar.zst"]);
  const config = { dataDir: join(folder, "full"), databaseUrl: null };
  await restoreBackup({ config, recover: recoverPublicKey }, { file: path });
  await expect(restoreBackup({ config, recover: recoverPublicKey }, { file: path })).rejects.toThrow(
    "not empty",
  );
  expect((await readdir(folder)).sort()).toEqual(["backup.tar.zst", "full"]);
});
