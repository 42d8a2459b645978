import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, readdir, readFile, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkContents } from "../../src/domain/contents/check.ts";
import { listContentFaults } from "../../src/domain/contents/faults.ts";
import { holdContents, sweepContents } from "../../src/domain/contents/sweep.ts";
import { repairContents } from "../../src/domain/replication/repair-contents.ts";
import { restoreBackup } from "../../src/modules/backup/restore.ts";
import { writeBackup } from "../../src/modules/backup/write.ts";
import { deletePublication } from "../../src/store/publications/publications.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "../support/test-network.ts";

let network: TestNetwork;
let folder: string;

beforeEach(async () => {
  network = await createTestNetwork();
  folder = await mkdtemp(join(tmpdir(), "freehold-lost-"));
});
afterEach(async () => {
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const fileOf = (node: TestNode, hash: string) =>
  join(node.config.dataDir, "contents", hash.slice(2, 4), hash);

/** The running node looked at all that was there when it started, and rests for a week. */
function nextTime({ running }: TestNode) {
  const later = Date.now() + 8 * 24 * 60 * 60 * 1000;
  return { ...running.context, clock: { now: () => later } };
}

/** Writes other bytes of the same length over the middle of a file. */
async function damage(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.write("!", 3);
  await file.close();
}

describe("half a file, or another one", () => {
  it("is found by its hash, set aside, not served, and repaired by a new upload", async () => {
    const node = await network.start();
    const text = "These words were signed.";
    const post = await node.publish(text);
    const path = `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`;
    await damage(fileOf(node, post.contentHash));
    const { context } = node.running;
    expect(await checkContents(nextTime(node))).toBe(1);
    expect(await listContentFaults(context.store.db)).toEqual(new Map([[post.contentHash, "damaged"]]));
    await node.stop();
    await node.start();
    expect((await node.fetch(path)).status).toBe(404);
    await node.draft(text, "local");
    expect(await repairContents(node.running.context)).toBe(1);
    expect((await node.fetch(path)).body.toString()).toBe(text);
    expect(await listContentFaults(node.running.context.store.db)).toEqual(new Map());
  });

  it("is fetched again where it is a replica", async () => {
    const [reader, writer] = [await network.start(), await network.start()];
    await reader.follow(writer);
    // A smaller one is a column of its row.
    const text = "A replica. ".repeat(10_000);
    const post = await writer.publish(text);
    await writer.settled();
    await reader.settled();
    await unlink(fileOf(reader, post.contentHash));
    await checkContents(nextTime(reader));
    expect(await repairContents(reader.running.context)).toBe(1);
    expect(await readFile(fileOf(reader, post.contentHash), "utf8")).toBe(text);
  });
});

describe("after a restore", () => {
  it("every row has its bytes; a damaged file is left out, named and marked", async () => {
    const node = await network.start();
    const [whole, broken] = [await node.publish("Whole and sound"), await node.publish("Broken before long")];
    await damage(fileOf(node, broken.contentHash));
    const path = join(folder, "backup");
    const made = await writeBackup(node.running.context, { path, keystore: null });
    expect(made.manifest.missing).toEqual([broken.contentHash]);
    const config = { dataDir: join(folder, "new"), databaseUrl: null };
    await restoreBackup({ config, recover: recoverPublicKey }, { file: path });
    const contents = join(config.dataDir, "contents");
    const files = (await readdir(contents, { recursive: true })).filter((name) => name.includes("0x"));
    expect(files).toEqual([join(whole.contentHash.slice(2, 4), whole.contentHash)]);
    const bytes = await readFile(join(contents, files[0] ?? ""));
    expect(`0x${createHash("sha256").update(bytes).digest("hex")}`).toBe(whole.contentHash);
  });

  it("nothing is missing that was deleted and swept while the backup was made", async () => {
    const now = Date.now();
    const clock = { now: () => now + 3 * 60 * 60 * 1000 };
    const node = await network.start();
    const post = await node.publish("Soon deleted");
    const { context } = node.running;
    const later = { ...context, clock };
    {
      await using _hold = await holdContents(later);
      await context.store.transaction((tx) => deletePublication(tx, post.id, 1));
      expect(await sweepContents(later)).toBe(0);
      expect(await readFile(fileOf(node, post.contentHash), "utf8")).toBe("Soon deleted");
    }
    expect(await sweepContents(later)).toBe(1);
  });
});

it("a backup that is interrupted leaves no file that looks like one", async () => {
  const node = await network.start();
  await node.publish("Post");
  const path = join(folder, "backups", "backup.tar.zst");
  const stop = AbortSignal.abort(new Error("stopped"));
  await mkdir(join(folder, "backups"));
  await writeFile(join(folder, "backups", "mine"), "");
  await expect(writeBackup(node.running.context, { path, keystore: null, signal: stop })).rejects.toThrow(
    "stopped",
  );
  expect(await readdir(join(folder, "backups"))).toEqual(["mine"]);
});
