import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explainOpening } from "../src/cli/open-for-call.ts";
import { describeError } from "../src/cli/run-command-line.ts";
import { sweepContents } from "../src/domain/contents/sweep.ts";
import { destroyPublication } from "../src/domain/trash/destroy.ts";
import { emptyTrash } from "../src/domain/trash/trash.ts";
import { makeDailyBackup } from "../src/modules/backup/daily.ts";
import { restoreBackup } from "../src/modules/backup/restore.ts";
import { writeBackup } from "../src/modules/backup/write.ts";
import { writeExport } from "../src/modules/export/archive/write.ts";
import { findDiskObstacle, mountSmallDisk } from "./support/small-disk.ts";
import { createTestNetwork, type TestNetwork, type TestNode } from "./support/test-network.ts";

const obstacle = await findDiskObstacle();

describe.skipIf(obstacle !== null)(
  `on a disk that is full${obstacle ? ` (skipped: ${obstacle})` : ""}`,
  () => {
    let network: TestNetwork;
    let folder: string;
    beforeEach(async () => {
      network = await createTestNetwork();
      folder = await mkdtemp(join(tmpdir(), "freehold-full-"));
    });
    afterEach(async () => {
      await network[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    const backUp = (node: TestNode, path: string) =>
      writeBackup(node.running.context, { path, keystore: null });
    const failureOf = (work: Promise<unknown>) =>
      work.catch(explainOpening).then(
        () => ({ code: "NONE", message: "It did not fail.", stack: null }),
        (error: unknown) => describeError(error),
      );
    const isWell = async (node: TestNode, text: string) => {
      const { contentHash, timestamp } = await node.publish(text);
      expect((await node.fetch(`/ewp/contents/${contentHash}?timestamp=${timestamp}`)).status).toBe(200);
      expect((await node.fetch("/readyz")).status).toBe(200);
    };

    it.each([
      ["rows", 40],
      ["contents", 900],
    ])(
      "a backup of a running node fails at its %s with a message, and leaves no partial file",
      async (_what, kilobytes) => {
        const node = await network.start();
        for (let number = 0; number < 40; number += 1)
          await node.publish(`Post ${number} ${"word ".repeat(200)}`);
        for (let number = 0; number < 4; number += 1)
          await node.publish(randomBytes(512 * 1024), { filename: "noise", description: "Noise" });
        await using disk = await mountSmallDisk(kilobytes);
        const failure = await failureOf(backUp(node, join(disk.folder, "backup.tar.zst")));
        expect(failure).toMatchObject({
          code: "ENOSPC",
          message: expect.stringContaining("disk is full"),
          stack: null,
        });
        expect(await readdir(disk.folder)).toEqual([]);
        await isWell(node, "# It continues");
        expect((await backUp(node, join(folder, "backup.tar.zst"))).manifest.missing).toEqual([]);
      },
    );

    it("the daily backup fails, the owner is notified, and the next one is made when there is room", async () => {
      await using disk = await mountSmallDisk(12 * 1024);
      const node = await network.start({
        settings: { FREEHOLD_DATA: join(disk.folder, "data") },
      });
      for (let number = 0; number < 6; number += 1)
        await node.publish(randomBytes(1024 * 1024), { filename: "noise", description: "Noise" });
      const { context } = node.running;
      const daily = { ...context, config: { ...context.config, dailyBackups: 1 } };
      const failure = await failureOf(makeDailyBackup(daily));
      expect(failure).toMatchObject({ message: expect.stringContaining("disk is full"), stack: null });
      expect(await readdir(join(disk.folder, "data", "backups"))).toEqual([]);
      await expect
        .poll(() => context.store.db.selectFrom("notifications").select("type").execute())
        .toContainEqual({ type: "failed-backup" });
      await isWell(node, "# It continues");
      const { id } = await node.publish("# Away with the large ones");
      for (let large = 1; large < id - 1; large += 1) await destroyPublication(context, large);
      await emptyTrash(context, null);
      await sweepContents({ ...context, clock: { now: () => Date.now() + 10 * 86_400_000 } });
      expect(await makeDailyBackup(daily)).toContain("backups");
      await node.stop();
    });

    it("a restore is refused before it begins, or fails with a message and leaves nothing", async () => {
      const node = await network.start();
      for (let number = 0; number < 4; number += 1)
        await node.publish(randomBytes(1024 * 1024), { filename: "noise", description: "Noise" });
      await node.publish("# A post");
      const file = join(folder, "backup.tar.zst");
      await backUp(node, file);
      const restoreTo = (target: string, onProgress?: () => void) =>
        restoreBackup(
          { config: { dataDir: join(target, "data"), databaseUrl: null }, recover: recoverPublicKey },
          { file, ...(onProgress && { onProgress }) },
        );

      await using tiny = await mountSmallDisk(2 * 1024);
      expect((await failureOf(restoreTo(tiny.folder))).message).toContain(
        "There is not enough space for this backup",
      );
      expect(await readdir(tiny.folder)).toEqual([]);

      await using disk = await mountSmallDisk(80 * 1024);
      // Between what was measured and what is written, others fill the disk: at a row, at a content, at the database.
      for (const step of [1, 12, 23, 25]) {
        let done = 0;
        const failure = await failureOf(
          restoreTo(disk.folder, () => {
            done += 1;
            if (done === step) disk.fill();
          }),
        );
        expect([step, failure]).toMatchObject([
          step,
          { message: expect.stringMatching(/disk.* is full/), stack: null },
        ]);
        await disk.empty();
        expect(await readdir(disk.folder)).toEqual([]);
      }
      expect((await restoreTo(disk.folder)).manifest.contents.count).toBe(5);
      await isWell(node, "# It continues");
    });

    it("an export fails with a message, and continues when there is room", async () => {
      const node = await network.start();
      for (let number = 0; number < 3; number += 1)
        await node.publish(randomBytes(512 * 1024), { filename: "noise", description: "Noise" });
      await using disk = await mountSmallDisk(2 * 1024);
      const target = join(disk.folder, "mine");
      disk.fill();
      const exportIt = () =>
        writeExport(node.running.context, { folder: target, withPrivate: false, verifier: [] });
      expect((await failureOf(exportIt())).message).toContain("disk is full");
      await disk.empty();
      expect((await exportIt()).publications).toBe(3);
    });
  },
);
