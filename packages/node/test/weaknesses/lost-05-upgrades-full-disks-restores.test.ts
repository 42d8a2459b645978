import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { recoverPublicKey } from "@freehold/protocol";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makeDailyBackup,
  nameOwnBackup,
  readDailyBackups,
  timeOfBackup,
} from "../../src/modules/backup/daily.ts";
import { restoreBackup } from "../../src/modules/backup/restore.ts";
import { listMigrationNames, migrate, migrateInside, readMigrationState } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open-store.ts";
import { forEachDatabase } from "../support/databases.ts";
import { createTestNetwork, type TestNetwork } from "../support/test-network.ts";

const names = listMigrationNames();

forEachDatabase((_name, _open, fresh) => {
  it("a migration that is interrupted was never begun, and is made by the next start", async () => {
    await using store = await openStore(await fresh());
    const [before = "", after = ""] = names.slice(-2);
    await migrate(store, { last: before });
    await expect(
      store.transaction(async (tx) => {
        await migrateInside(tx, store, after);
        await sql`create table half_made (id integer)`.execute(tx);
        throw new Error("the power went");
      }),
    ).rejects.toThrow("the power went");
    expect(await readMigrationState(store.db)).toEqual({
      done: names.slice(0, -1),
      pending: [after],
      unknown: [],
    });
    const tables = (await store.db.introspection.getTables()).map(({ name }) => name);
    expect(tables).not.toContain("half_made");
    expect(await migrate(store)).toEqual({ applied: [after] });
  });
});

describe("a daily backup", () => {
  let network: TestNetwork;
  let folder: string;
  beforeEach(async () => {
    network = await createTestNetwork();
    folder = await mkdtemp(join(tmpdir(), "freehold-daily-"));
  });
  afterEach(async () => {
    await network[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("is made once a day, the last few are kept, and the newest restores a node", async () => {
    const node = await network.start({ settings: { FREEHOLD_DAILY_BACKUPS: "2" } });
    const post = await node.publish("To be kept");
    let now = Date.now();
    const context = { ...node.running.context, clock: { now: () => now } };
    const made: (string | null)[] = [];
    // The running node makes one by itself; those of the days after it are asked for here.
    for (let hour = 0; hour < 4 * 24; hour += 6) {
      now += 6 * 60 * 60 * 1000;
      made.push(await makeDailyBackup(context));
    }
    expect(made.filter((path) => path !== null).length).toBeGreaterThanOrEqual(3);
    const backups = join(node.config.dataDir, "backups");
    // One that the owner made before the upgrade stays beside them.
    const own = nameOwnBackup(now - 10 * 24 * 60 * 60 * 1000);
    await writeFile(join(backups, own), "kept");
    now += 25 * 60 * 60 * 1000;
    made.push(await makeDailyBackup(context));
    expect(made.at(-1)).not.toBeNull();
    const left = (await readdir(backups)).filter((name) => !name.startsWith("."));
    expect(left).toHaveLength(3);
    expect(left).toContain(own);
    const newest = made.findLast((path) => path !== null) ?? "";
    const { size } = await stat(newest);
    expect(await readDailyBackups(context)).toEqual({
      kept: 2,
      last: { madeAt: new Date(timeOfBackup(basename(newest)) ?? 0).toISOString(), bytes: size },
      failure: null,
    });
    const config = { dataDir: join(folder, "new"), databaseUrl: null };
    const restored = await restoreBackup({ config, recover: recoverPublicKey }, { file: newest });
    expect(restored.signatures).toBe(1);
    await using store = await openStore(config);
    const rows = await store.db.selectFrom("publications").select("contentHash").execute();
    expect(rows).toEqual([{ contentHash: post.contentHash }]);
  });

  it("that can't be written is reported to the owner, and the node continues", async () => {
    const node = await network.start();
    await node.publish("One");
    // A file where the folder should be: nothing can be written below it.
    await writeFile(join(node.config.dataDir, "backups"), "in the way");
    const config = { ...node.config, dailyBackups: 1 };
    await expect(makeDailyBackup({ ...node.running.context, config })).rejects.toThrow();
    const told = await node.running.context.store.db
      .selectFrom("notifications")
      .select("type")
      .where("type", "=", "failed-backup")
      .execute();
    expect(told).toHaveLength(1);
    await node.publish("Two");

    const context = { ...node.running.context, config };
    const { last, failure } = await readDailyBackups(context);
    expect(last).toBeNull();
    expect(failure?.reason).not.toBe("");
    expect(Math.abs(Date.parse(failure?.at ?? "") - Date.now())).toBeLessThan(60_000);
    await rm(join(node.config.dataDir, "backups"));
    await makeDailyBackup(context);
    expect(await readDailyBackups(context)).toMatchObject({
      last: { bytes: expect.any(Number) },
      failure: null,
    });
  });
});
