import { mkdtemp, readdir, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { build } from "../src/config/version.ts";
import { listRollbacks, planRollback, rollBack } from "../src/modules/backup/rollback.ts";
import { addWebhook, listWebhooks } from "../src/modules/webhooks/store.ts";
import { createLog } from "../src/observability/log.ts";
import { bringUpToDate } from "../src/startup/prepare-database.ts";
import { savedSnapshots } from "../src/store/copies/snapshots.ts";
import { readMeta, writeMeta } from "../src/store/meta.ts";
import { listMigrationNames, migrate, readMigrationState } from "../src/store/migrate.ts";
import { holdData, openSnapshots, openStore, takeSnapshot } from "../src/store/open-store.ts";
import { forEachDatabase } from "./support/databases.ts";
import { draftOf, storePublication, storeUnlisted, T0 } from "./support/store-records.ts";

const names = listMigrationNames();
const older = names.slice(0, 3);
const watch = { log: createLog({ logLevel: "silent" }), clock: Date };

const holds =
  "from pg_stat_activity where application_name = 'freehold hold' and datname = current_database()";

async function query(databaseUrl: string, text: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const listHolds = async (databaseUrl: string | null): Promise<number[]> =>
  (await query(String(databaseUrl), `select pid ${holds}`)).map(({ pid }) => pid);

/** As a server or a network between breaks sessions. @returns them */
async function breakHolds(databaseUrl: string): Promise<number[]> {
  const broken = await listHolds(databaseUrl);
  await query(databaseUrl, `select pg_terminate_backend(pid) ${holds}`);
  return broken;
}

forEachDatabase((name, _open, fresh) => {
  it("copies a database before a migration, and rolls back to the whole copy", async () => {
    const target = await fresh();
    {
      await using store = await openStore(target);
      await migrate(store, { last: older.at(-1) ?? "" });
      await store.transaction(async (tx) => {
        await writeMeta(tx, "colour", "red");
        await writeMeta(tx, "program", "0.1.9 (commit 0123456789ab)");
        await storeUnlisted(tx, draftOf(1, 1, T0));
      });
      await bringUpToDate(store, target, watch);
      expect((await readMigrationState(store.db)).pending).toEqual([]);
      await store.transaction(async (tx) => {
        await writeMeta(tx, "colour", "blue");
        await writeMeta(tx, "setting.mailTransport", "smtps://mail.example");
        await addWebhook(tx, { url: "https://hooks.example", secret: "x", events: "x", createdAt: T0 });
        await storePublication(tx, draftOf(1, 1, Date.now() + 60_000));
      });
    }
    const plan = await planRollback(target);
    expect(plan.origin).toEqual({
      lastMigration: older.at(-1),
      program: "0.1.9 (commit 0123456789ab)",
    });
    expect(plan.lost.get("publications")).toBe(1);

    const replaced = await rollBack(target, { snapshot: plan.snapshot, now: Date.now() + 1000 });
    {
      await using store = await openStore(target);
      expect((await readMigrationState(store.db)).done).toEqual(older);
      expect(await readMeta(store.db, "colour")).toBe("red");
      // The next number is free, and the version of then, or of now, can go on.
      await bringUpToDate(store, target, watch);
      const id = await store.transaction((tx) => storePublication(tx, draftOf(1, 1, T0)));
      expect(id).toBe(2);
    }
    if (!replaced) throw new Error("The newer database was not kept.");
    expect(await listRollbacks(target)).toMatchObject([
      { name: plan.snapshot.name, ...plan.origin },
      plan.origin,
      { name: replaced.name, lastMigration: names.at(-1), program: build },
    ]);
    await rollBack(target, { snapshot: replaced, now: Date.now() + 5000 });
    await using store = await openStore(target);
    expect(await readMeta(store.db, "colour")).toBe("blue");
    // Unlike a backup, a snapshot is this node's own: nothing is switched off.
    expect(await readMeta(store.db, "setting.mailTransport")).toBe("smtps://mail.example");
    expect(await listWebhooks(store.db)).toMatchObject([{ active: 1 }]);
  });

  it("copies no empty or current database, and keeps the last few copies", async () => {
    const target = await fresh();
    await using store = await openStore(target);
    await bringUpToDate(store, target, watch);
    await bringUpToDate(store, target, watch);
    await using snapshots = await openSnapshots(target);
    expect(await snapshots.list()).toEqual([]);
    await expect(planRollback(target)).rejects.toThrow("There is no snapshot to go back to");
    for (let second = 0; second < savedSnapshots + 2; second += 1) {
      await takeSnapshot(target, second * 1000);
    }
    expect((await snapshots.list()).map(({ madeAt }) => madeAt)).toEqual([2000, 3000, 4000]);
    await expect(planRollback(target, "../../etc")).rejects.toThrow("There is no snapshot");
    // Another process has migrated since this one looked: the newest copy stays one of the older tables.
    expect(await takeSnapshot(target, 5_000, older.at(-1))).toBeNull();
    expect(await takeSnapshot(target, 6_000, names.at(-1))).toMatchObject({ madeAt: 6_000 });
    expect((await snapshots.list()).map(({ madeAt }) => madeAt)).toEqual([3000, 4000, 6000]);
  });

  it("is not rolled back while a server uses the database, however long its session was lost", async () => {
    const target = await fresh();
    {
      await using store = await openStore(target);
      await migrate(store, { last: older.at(-1) ?? "" });
      await store.transaction((tx) => writeMeta(tx, "colour", "red"));
      await bringUpToDate(store, target, watch);
      await store.transaction((tx) => writeMeta(tx, "colour", "blue"));
    }
    const { snapshot } = await planRollback(target);
    const goBack = () => rollBack(target, { snapshot, now: Date.now() });
    {
      await using _server = await holdData(target, "shared");
      await expect(goBack()).rejects.toThrow(/^An?(other)? Freehold works on/);
      if (target.databaseUrl !== null) {
        await using _second = await holdData(target, "shared");
        const broken = await breakHolds(target.databaseUrl);
        expect(broken).toHaveLength(2);
        const renewed = async () =>
          (await listHolds(target.databaseUrl)).filter((session) => !broken.includes(session));
        await expect.poll(renewed, { timeout: 30_000 }).toHaveLength(2);
        await expect(goBack()).rejects.toThrow(/^A Freehold works on/);
      }
      await using store = await openStore(target);
      expect(await readMeta(store.db, "colour")).toBe("blue");
    }
    await goBack();
    await using store = await openStore(target);
    expect(await readMeta(store.db, "colour")).toBe("red");
    await using _alone = await holdData(target, "alone");
    await expect(holdData(target, "shared")).rejects.toThrow(/freehold rollback|Another Freehold/);
  });

  it.skipIf(name === "postgres")("is for the owner alone", async () => {
    const target = await fresh();
    await using store = await openStore(target);
    await migrate(store, { last: older.at(-1) ?? "" });
    await bringUpToDate(store, target, watch);
    const [file] = await readdir(join(target.dataDir, "snapshots"));
    expect((await stat(join(target.dataDir, "snapshots", file ?? ""))).mode & 0o777).toBe(0o600);
  });
});

it("refuses a migration when there is no room for the copy, and changes nothing", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-full-"));
  try {
    await using store = await openStore({ dataDir, databaseUrl: null });
    await migrate(store, { last: older.at(-1) ?? "" });
    // A log beside the database of the length of many disks, with nothing in it: it counts by its length.
    const other = await mkdtemp(join(tmpdir(), "freehold-full-"));
    await writeFile(join(other, "freehold.sqlite"), "");
    await truncate(join(other, "freehold.sqlite"), 2 ** 43);
    await expect(bringUpToDate(store, { dataDir: other, databaseUrl: null }, watch)).rejects.toThrow(
      /no room for a copy.*nothing was changed/,
    );
    await rm(other, { recursive: true });
    expect((await readMigrationState(store.db)).done).toEqual(older);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
