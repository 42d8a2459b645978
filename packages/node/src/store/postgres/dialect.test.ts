import { type AddressInfo, connect, createServer } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { databases, freshPostgres } from "../../../test/support/databases.ts";
import type { Reader } from "../database.ts";
import { openStore } from "../open-store.ts";
import { holdPostgres } from "./hold.ts";
import { openSession } from "./lasting-session.ts";

const it = test.runIf(databases.includes("postgres"));

it("names itself, and bounds its statements", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  const read = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(store.db)).rows[0]?.value;
  expect(await read("application_name")).toBe("freehold");
  expect(await read("statement_timeout")).toBe("30s");
  expect(await read("idle_in_transaction_session_timeout")).toBe("1min");
});

it("bounds each transaction behind a pooler, which has no settings of a connection", async () => {
  await using database = await freshPostgres();
  const databaseDirectUrl = database.url.replace("127.0.0.1", "localhost");
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url, databaseDirectUrl });
  const read = async (db: Reader, name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value;
  expect(await read(store.db, "statement_timeout")).toBe("0");
  await store.transaction(async (tx) => {
    expect(await read(tx, "statement_timeout")).toBe("30s");
    expect(await read(tx, "idle_in_transaction_session_timeout")).toBe("1min");
  });
});

it("has the server ask whether the other side of a lasting session is alive", async () => {
  await using database = await freshPostgres();
  const client = await openSession({ databaseUrl: database.url }, "a test", async () => true);
  try {
    const read = async (name: string) => (await client?.query(`show ${name}`))?.rows[0]?.[name];
    expect([await read("tcp_keepalives_idle"), await read("tcp_user_timeout")]).toEqual(["10", "20000"]);
  } finally {
    await client?.end();
  }
});

it("refuses a pooler where its sessions would be", async () => {
  await using database = await freshPostgres();
  await using pooler = await startPooler(database.url);
  const [databaseUrl, dataDir] = [database.url, "/nowhere"];
  await expect(openStore({ dataDir, databaseUrl: pooler.url })).rejects.toMatchObject({
    code: "BAD_CONFIGURATION",
    message: expect.stringMatching(/^DATABASE_URL leads through a pooler .* Set DATABASE_DIRECT_URL /),
  });
  const location = { databaseUrl, databaseDirectUrl: pooler.url };
  await expect(holdPostgres(location, "shared")).rejects.toThrow(
    "DATABASE_DIRECT_URL leads through a pooler",
  );
  await using store = await openStore({ dataDir, databaseUrl: pooler.url, databaseDirectUrl: databaseUrl });
  await sql`select 1`.execute(store.db);
});

/** As a pooler, it gives its clients process ids of its own. */
async function startPooler(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      const at = bytes.indexOf(keyData);
      if (at !== -1) bytes.writeInt32BE(1, at + keyData.length);
      client.write(bytes);
    });
    for (const socket of [client, upstream]) socket.on("error", () => {});
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, [Symbol.asyncDispose]: async () => void server.close() };
}

it("refuses an integer that a number can't hold, rather than round it", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await expect(sql`select 9007199254740993::bigint as n`.execute(store.db)).rejects.toThrow("too large");
  expect((await sql`select 9007199254740991::bigint as n`.execute(store.db)).rows).toEqual([
    { n: 2 ** 53 - 1 },
  ]);
});

it("survives the loss of its connections", async () => {
  await using database = await freshPostgres();
  await using store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await using other = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  await sql`select 1`.execute(store.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
  // The news of the end reaches the pool a moment later.
  await expect
    .poll(() =>
      sql`select 1`.execute(store.db).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

it("says in words, and without the password, that a database can't be reached", async () => {
  const opening = openStore({ dataDir: "/nowhere", databaseUrl: "postgres://me:secret@127.0.0.1:1/node" });
  const error = await opening.then(
    () => null,
    (reason: Error) => reason,
  );
  expect(error?.message).toMatch(/^The database node at 127\.0\.0\.1:1 can't be reached: /);
  expect(error?.message).not.toContain("secret");
});

it("is closed with the store, also when nothing was asked of it", async () => {
  await using database = await freshPostgres();
  await using other = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
  const sessions = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      other.db,
    );
    return rows[0]?.n;
  };
  for (const use of [async () => {}, (db: Reader) => sql`select 1`.execute(db)]) {
    const store = await openStore({ dataDir: "/nowhere", databaseUrl: database.url });
    await use(store.db);
    expect(await sessions()).toBe(1);
    await store[Symbol.asyncDispose]();
    await expect.poll(sessions).toBe(0);
  }
});
