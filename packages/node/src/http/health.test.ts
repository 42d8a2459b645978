import { once } from "node:events";
import { rm } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../../test/support/close-after-each.ts";
import { databases, freshPostgres } from "../../test/support/databases.ts";
import { type GraphqlNode, openGraphqlNode } from "../../test/support/graphql-node.ts";
import type { HttpNodeOptions } from "../../test/support/http-node.ts";
import { revokeToken } from "../domain/access/tokens.ts";
import { createReadinessCheck } from "../domain/health.ts";
import { limits } from "../limiter/limits.ts";
import { networkOf } from "../limiter/network.ts";
import { listMigrationNames } from "../store/migrate.ts";

const use = closeAfterEach();

const open = async (options?: HttpNodeOptions) => use(await openGraphqlNode(options));

interface Asking {
  url?: string;
  method?: "GET" | "HEAD" | "POST";
  remoteAddress?: string;
  headers?: Record<string, string>;
}

const here = "127.0.0.1";
const remoteClient = "192.0.2.7";
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });

describe("/metrics", () => {
  const read = async ({ app }: GraphqlNode, asking: Asking) =>
    await app.inject({ method: "GET", url: "/metrics", remoteAddress: here, ...asking });
  const status = async (node: GraphqlNode, asking: Asking) => (await read(node, asking)).statusCode;

  test("is for this machine: loopback, with nothing that tells of somebody behind it", async () => {
    const node = await open();
    for (const remoteAddress of [here, "127.8.8.8", "::1", "::ffff:127.0.0.1"])
      expect([remoteAddress, await status(node, { remoteAddress })]).toEqual([remoteAddress, 200]);
    expect(await status(node, { headers: { origin: "http://localhost:8543" } })).toBe(200);
    expect(await status(node, { method: "HEAD" })).toBe(200);
    expect(await status(node, { method: "POST" })).toBe(405);
    for (const remoteAddress of [remoteClient, "10.0.0.1", "::ffff:192.168.1.2", "2001:db8::1"])
      expect([remoteAddress, await status(node, { remoteAddress })]).toEqual([remoteAddress, 404]);
  });

  test.each([
    { "x-forwarded-for": here },
    { forwarded: "for=127.0.0.1" },
    { "x-real-ip": here },
    { via: "1.1 somewhere" },
    { host: "ada.example" },
    { host: "127.0.0.1.nip.example" },
    { origin: "https://elsewhere.example" },
  ])("is not for loopback with %o", async (headers: Record<string, string>) => {
    const node = await open();
    expect(await status(node, { headers })).toBe(404);
    const { status: overTheWire } = await fetch(new URL("/metrics", node.endpoint));
    expect(overTheWire).toBe(200);
  });

  test.each([
    { FREEHOLD_URL: "https://ada.example" },
    { FREEHOLD_TRUST_PROXY: "127.0.0.1" },
    { FREEHOLD_TRUST_PROXY: "1" },
  ])("knows nobody to be here where %o puts something in front", async (settings: Record<string, string>) => {
    const node = await open({ settings });
    expect(await status(node, {})).toBe(404);
    expect(await status(node, { headers: { "x-forwarded-for": here } })).toBe(404);
    expect(await status(node, { headers: withToken(await node.token("read:timeline")) })).toBe(200);
  });

  test("is for a token of the owner's from anywhere, until it is revoked", async () => {
    const node = await open();
    const fromOutside = (headers: Record<string, string>) =>
      status(node, { remoteAddress: remoteClient, headers });
    const token = await node.token("read:timeline");
    expect(await fromOutside(withToken(token))).toBe(200);
    const session = await node.signIn();
    expect(await fromOutside(withToken(session))).toBe(200);

    expect(await fromOutside({ cookie: `freehold_session=${session}` })).toBe(404);
    expect(await fromOutside(withToken(`${token.slice(0, -2)}xx`))).toBe(404);
    expect(await fromOutside({ authorization: `Basic ${token}` })).toBe(404);
    expect(await status(node, { remoteAddress: remoteClient, url: `/metrics?token=${token}` })).toBe(404);

    const { id } = await node.ctx.store.db
      .selectFrom("tokens")
      .select("id")
      .where("kind", "=", "integration")
      .executeTakeFirstOrThrow();
    await revokeToken(node.ctx, id);
    expect(await fromOutside(withToken(token))).toBe(404);
    expect(await fromOutside(withToken(session))).toBe(200);
  });

  test("is for anybody where FREEHOLD_METRICS says so, also behind a proxy", async () => {
    for (const more of [{}, { FREEHOLD_URL: "https://ada.example", FREEHOLD_TRUST_PROXY: "1" }]) {
      const node = await open({ settings: { FREEHOLD_METRICS: "any", ...more } });
      const reply = await read(node, {
        remoteAddress: remoteClient,
        headers: { "x-forwarded-for": remoteClient },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        "cache-control": "no-store",
        "content-type": expect.stringContaining("text/plain; version=0.0.4"),
      });
      expect(reply.body).toContain("freehold_http_requests_open");
    }
  });

  test("is, to whoever may not read it, no page at all", async () => {
    const node = await open();
    const refused = await read(node, { remoteAddress: remoteClient });
    const missing = await read(node, { remoteAddress: remoteClient, url: "/metricz" });
    const { "x-request-id": _one, date: _then, ...headers } = refused.headers;
    expect(refused.body.replaceAll("/metrics", "/metricz")).toBe(missing.body);
    expect(missing.headers).toMatchObject(headers);
  });
});

describe("/readyz", () => {
  interface Readiness {
    status: string;
    installed?: boolean;
    checks?: Record<string, string>;
  }
  const healthy = { database: "ok", migrations: "ok", disk: "ok", stopping: "ok", load: "ok" };
  const ask = async ({ app }: GraphqlNode, asking: Asking = {}) => {
    const reply = await app.inject({ method: "GET", url: "/readyz", remoteAddress: here, ...asking });
    expect(reply.headers["cache-control"]).toBe("no-store");
    return [reply.statusCode, reply.json<Readiness>()] as const;
  };
  const because = (reason: Record<string, string>) => ({ ...healthy, ...reason });

  test("tells the reasons to this machine alone", async () => {
    const node = await open();
    expect(await ask(node)).toEqual([200, { status: "ok", installed: true, checks: healthy }]);
    const short = [200, { status: "ok", installed: true }];
    expect(await ask(node, { remoteAddress: remoteClient })).toEqual(short);
    expect(await ask(node, { headers: { "x-forwarded-for": here } })).toEqual(short);
    await node.ctx.store[Symbol.asyncDispose]();
    await pause(1_100);
    expect(await ask(node, { remoteAddress: remoteClient })).toEqual([503, { status: "unavailable" }]);
  });

  test("says that the database can't be read", async () => {
    const node = await open();
    await node.ctx.store[Symbol.asyncDispose]();
    const checks = because({ database: "it can't be read" });
    expect(await ask(node)).toEqual([503, { status: "unavailable", checks }]);
  });

  test.runIf(databases.includes("postgres"))(
    "waits for a database that does not answer, but not for ever",
    async () => {
      const postgres = use(await freshPostgres());
      const node = await open({ settings: { DATABASE_URL: postgres.url } });
      const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
      const holding = node.ctx.store.transaction(async (tx) => {
        await sql`lock table migrations in access exclusive mode`.execute(tx);
        hold();
        await isOver;
      });
      await isHeld;
      const [code, { checks }] = await ask(node);
      expect([code, checks?.database]).toEqual([503, "it can't be read"]);
      end();
      await holding;
      await expect.poll(async () => (await ask(node))[0], { timeout: 10_000 }).toBe(200);
    },
  );

  test("says that the tables are a newer program's, or older than this one", async () => {
    const node = await open();
    const { db } = node.ctx.store;
    await db.insertInto("migrations").values({ name: "9999-of-tomorrow", appliedAt: 1 }).execute();
    expect(await ask(node)).toMatchObject([
      503,
      { checks: because({ migrations: "it was made by a newer version: 9999-of-tomorrow" }) },
    ]);
    const last = listMigrationNames().at(-1) ?? "";
    await db.deleteFrom("migrations").where("name", "in", ["9999-of-tomorrow", last]).execute();
    await expect
      .poll(async () => (await ask(node))[1].checks, { timeout: 5_000 })
      .toEqual(because({ migrations: `not made yet: ${last}` }));
  });

  test("says that the data folder can't be written to", async () => {
    const node = await open();
    const { dataDir } = node.ctx.config;
    await rm(dataDir, { recursive: true });
    expect(await ask(node)).toMatchObject([503, { checks: because({ disk: "it can't be written to" }) }]);
  });

  test("asks no more of the disk where the node is only read", async () => {
    const { ctx } = await open();
    await rm(ctx.config.dataDir, { recursive: true });
    const look = (readOnly: boolean) =>
      createReadinessCheck({ ...ctx, config: { ...ctx.config, readOnly } })();
    expect((await look(false)).disk).toBe("it can't be written to");
    expect((await look(true)).disk).toBeNull();
  });

  test("says that it is stopping, to who was on the line when that began", async () => {
    const node = await open();
    const { port } = new URL(node.endpoint);
    const socket = connect(Number(port), here);
    await once(socket, "connect");
    socket.write("GET /readyz HTTP/1.1\r\nHost: localhost\r\n");
    await pause(100);
    const closed = node.app.close();
    await pause(50);
    socket.write("\r\n");
    const reply = await text(socket);
    expect(reply).toMatch(/^HTTP\/1\.1 503 /);
    expect(JSON.parse(reply.split("\r\n\r\n")[1] ?? "")).toEqual({
      status: "unavailable",
      installed: true,
      checks: because({ stopping: "it is stopping" }),
    });
    await closed;
  });

  test("says that there is too much to do, while requests are turned away", async () => {
    const node = await open();
    const { pages } = node.ctx.limiter;
    const turns = Array.from({ length: limits.expensiveWaiting + 1 }, () =>
      pages.join(networkOf(remoteClient)),
    );
    const refused = await node.app.inject({ url: "/", remoteAddress: remoteClient });
    expect([refused.statusCode, Number(refused.headers["retry-after"]) > 0]).toEqual([503, true]);
    const alive = { ...because({ load: "it has too much to do" }) };
    expect(await ask(node)).toMatchObject([503, { status: "unavailable", checks: alive }]);
    expect(node.lines.map(({ sentence }) => sentence)).toContain("too busy: requests are answered 503");
    for (const turn of turns) turn.end();
    await expect.poll(async () => (await ask(node))[0], { timeout: 20_000 }).toBe(200);
    expect((await node.app.inject("/")).statusCode).toBe(200);
  });
});

describe("/livez", () => {
  test("says to anybody that the process runs, whatever is wrong with it", async () => {
    const node = await open({ install: false });
    const { dataDir } = node.ctx.config;
    const ask = async (asking: Asking) =>
      await node.app.inject({ method: "GET", url: "/livez", remoteAddress: remoteClient, ...asking });
    const check = async () => {
      for (const asking of [{}, { remoteAddress: here }, { headers: { "x-forwarded-for": here } }]) {
        const reply = await ask(asking);
        expect([reply.statusCode, reply.body]).toEqual([200, '{"status":"ok"}']);
        expect(reply.headers["cache-control"]).toBe("no-store");
      }
    };
    await check();
    expect([(await ask({ method: "HEAD" })).statusCode, (await ask({ method: "HEAD" })).body]).toEqual([
      200,
      "",
    ]);
    await node.ctx.store[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true });
    await check();
  });
});
