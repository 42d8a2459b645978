import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, it } from "vitest";
import type { FreshDatabase } from "../../test/support/databases.ts";
import { forEachDatabase } from "../../test/support/databases.ts";
import { listJobs } from "../../test/support/store-records.ts";
import type { Store } from "./database.ts";
import { writeMeta } from "./meta.ts";
import { listMigrationNames, migrate } from "./migrate.ts";
import { openStore } from "./open-store.ts";
import { addJobs } from "./queues/jobs.ts";

const names = listMigrationNames();

forEachDatabase((_name, open, fresh) => {
  it("applies every migration once, in order", async () => {
    await using store = await openStore(await fresh());
    expect(await migrate(store)).toEqual({ applied: names });
    expect(await migrate(store)).toEqual({ applied: [] });
    expect(names).toEqual([...new Set(names)].sort());
  });

  it("refuses a database that a newer program made, and leaves it alone", async () => {
    const store = await open();
    await store.transaction((tx) =>
      tx.insertInto("migrations").values({ name: "9999-later", appliedAt: 0 }).execute(),
    );
    await expect(migrate(store)).rejects.toThrow("newer version of Freehold: it has been through 9999-later");
    await store.transaction((tx) => writeMeta(tx, "program", "9.0.0 (commit 0123456789ab)"));
    await expect(migrate(store)).rejects.toThrow("of Freehold, 9.0.0 (commit 0123456789ab): it has been");
  });

  it("renames the table of jobs, and gives no id a second time", async () => {
    await using store = await openStore(await fresh());
    await migrate(store, { last: "0010-commenter-blocks" });
    await store.transaction(async (tx) => {
      await sql`insert into errands (kind, host, payload, state, attempts, next_try_at, created_at, expires_at)
        values ('push', 'a.example', '{}', 'pending', 0, 1, 1, 9), ('mail', 'b.example', '{}', 'pending', 2, 3, 1, 9)
      `.execute(tx);
      await sql`delete from errands where id = 2`.execute(tx);
    });
    await migrate(store);
    await store.transaction((tx) =>
      addJobs(tx, [{ kind: "push", host: "c.example", payload: "{}", now: 2, expiresAt: 9 }]),
    );
    const jobs = await listJobs(store.db, { limit: 9 });
    expect(jobs.map(({ id, host }) => [id, host])).toEqual([
      [3, "c.example"],
      [1, "a.example"],
    ]);
    expect(jobs[1]).toMatchObject({ kind: "push", state: "pending", nextTryAt: 1, expiresAt: 9 });
    expect(await listIndexes(store)).not.toContainEqual(expect.stringContaining("errands"));
  });

  it("keeps the old addresses of before, and brings back those that something still knows", async () => {
    await using store = await openStore(await fresh());
    await migrate(store, { last: "0033-interrupted-rows" });
    const [self, other] = [1, 2].map((number) => `0x${String(number).repeat(40)}`);
    const [now, before, draft, gone, theirs] = ["a", "b", "c", "d", "e"].map(
      (sign) => `0x${sign.repeat(64)}`,
    );
    await store.transaction(async (tx) => {
      for (const [address, isSelf] of [
        [self, 1],
        [other, 0],
      ] as const)
        await sql`insert into profiles (address, url, title, is_self, updated_at, created_at, fetched_at)
          values (${address}, 'https://a.example', 'A', ${isSelf}, 0, 0, 0)`.execute(tx);
      for (const hash of [now, before, draft])
        await sql`insert into contents (hash, size, created_at) values (${hash}, 1, 0)`.execute(tx);
      await sql`insert into publications (publisher_address, kind, state, content_hash, media_type, seq, created_at, updated_at)
        values (${self}, 'POST', 'local', ${now}, 'text/markdown', 0, 1000, 3000)`.execute(tx);
      for (const [hash, savedAt] of [
        [draft, 500],
        [before, 1000],
      ] as const)
        await sql`insert into publication_history (publication_id, content_hash, saved_at)
          values (1, ${hash}, ${savedAt})`.execute(tx);
      for (const [publisher, hash] of [
        [self, gone],
        [other, theirs],
      ])
        await sql`insert into publication_tombstones (publisher_address, content_hash, "timestamp", deleted_at)
          values (${publisher}, ${hash}, 1, 1), (${publisher}, ${hash}, 2, 2)`.execute(tx);
      await sql`insert into old_addresses (path, publication_id) values ('/2014/old', 1)`.execute(tx);
    });
    await migrate(store);
    const kept = await store.db
      .selectFrom("old_addresses")
      .select(["path", "publicationId"])
      .orderBy("path")
      .execute();
    expect(kept).toEqual([
      { path: "/2014/old", publicationId: 1 },
      { path: `/publications/${before}`, publicationId: 1 },
      { path: `/publications/${gone}`, publicationId: null },
    ]);
    await store.transaction((tx) => tx.deleteFrom("publication_history").execute());
    await store.transaction((tx) => tx.deleteFrom("publications").execute());
    const left = await store.db.selectFrom("old_addresses").select(["path", "publicationId"]).execute();
    expect(left.map(({ publicationId }) => publicationId)).toEqual([null, null, null]);
  });

  it("is safe when two processes start at once", async () => {
    const database = await fresh();
    const applied = await Promise.all([migrateInProcess(database), migrateInProcess(database)]);
    expect(applied.flat().sort()).toEqual(names);
  });
});

async function listIndexes({ db, dialect }: Store): Promise<string[]> {
  const isSqlite = dialect.name === "sqlite";
  const { rows } = await (isSqlite
    ? sql<{ name: string }>`select name from sqlite_schema where type = 'index'`
    : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public'`
  ).execute(db);
  return rows.map(({ name }) => name);
}

/** @returns what a process of its own applied. */
async function migrateInProcess(database: FreshDatabase): Promise<string[]> {
  const program = `
    import ${JSON.stringify(pathOf("../modules.ts"))};
    import { openStore } from ${JSON.stringify(pathOf("open-store.ts"))};
    import { migrate } from ${JSON.stringify(pathOf("migrate.ts"))};
    await using store = await openStore(${JSON.stringify(database)});
    console.log(JSON.stringify((await migrate(store)).applied));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  return JSON.parse(output);
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
