import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { createLog } from "../src/observability/log.ts";
import { type RunningNode, startNode } from "../src/start.ts";
import { openStore } from "../src/store/open-store.ts";
import { jsonReply } from "./support/canned-peer.ts";
import type { DatabaseName, FreshDatabase } from "./support/databases.ts";
import { databases, freshDatabase } from "./support/databases.ts";
import { freePort } from "./support/free-port.ts";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { type ServedPeer, serveCanned } from "./support/serve-canned.ts";
import { createTestNetwork, type TestNetwork } from "./support/test-network.ts";
import { serveHttps, type TestServer } from "./support/tls-server.ts";

const fixture = join(import.meta.dirname, "fixtures/data-0.1.0");
const minuteMs = 60_000;

interface Expected {
  readonly madeAt: number;
  /** Seconds: when Bob signed the publication that waits to be pulled. */
  readonly pulledAt: number;
  readonly integrationToken: string;
  readonly sessionToken: string;
}

let expected: Record<DatabaseName, Expected>;
beforeAll(async () => {
  expected = JSON.parse(await readFile(join(fixture, "expected.json"), "utf8"));
});

/** Puts the data of version 0.1.0 into a fresh database and its data folder. */
async function load({ dataDir, databaseUrl }: FreshDatabase): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await cp(join(fixture, "contents"), join(dataDir, "contents"), { recursive: true });
  if (databaseUrl === null) {
    const packed = await readFile(join(fixture, "freehold.sqlite.gz"));
    await writeFile(join(dataDir, "freehold.sqlite"), gunzipSync(packed));
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(await readFile(join(fixture, "postgres.sql"), "utf8"));
  await client.end();
}

describe.each(databases)("a data folder of version 0.1.0, on %s", (name) => {
  const resources = new AsyncDisposableStack();
  let network: TestNetwork;
  let database: FreshDatabase;
  let mail: MailServer;
  let hooks: TestServer;
  const received: string[] = [];
  let bob: ServedPeer;
  let carol: ServedPeer;
  let dave: ServedPeer;
  let erin: ServedPeer;
  let frank: ServedPeer;
  let running: RunningNode | null = null;

  /** The ids of feed items and their dates (ms), as 0.1.0 made them. */
  const feedItems = new Map<string, number>();

  beforeAll(async () => {
    network = resources.use(await createTestNetwork());
    database = resources.use(await freshDatabase(name));
    await load(database);
    await using before = await openStore(database);
    const { rows } = await sql<Record<"id" | "hash" | "second" | "made", string | number | null>>`
      select id, content_hash as hash, "timestamp" as second, created_at as made
      from publications where state <> 'draft'
    `.execute(before.db);
    for (const { id, hash, second, made } of rows)
      feedItems.set(
        `urn:sha256:${String(hash).slice(2)}:${second ?? id}`,
        second === null ? Number(made) : Number(second) * 1000,
      );
    mail = resources.use(await startMailServer(network.certificate));
    hooks = resources.use(
      await serveHttps(network.certificate, (request, response) => {
        received.push(request.url ?? "");
        response.writeHead(201).end();
      }),
    );
    const serve = async (number: number) => resources.use(await serveCanned(network.certificate, number));
    [bob, carol, dave, erin, frank] = [
      await serve(21),
      await serve(22),
      await serve(23),
      await serve(24),
      await serve(25),
    ];
    resources.defer(async () => running?.stop());
    await redirect();
  });
  afterAll(() => resources.disposeAsync());

  /** The servers that version 0.1.0 knew are gone: others stand in for them, at other ports. */
  async function redirect(): Promise<void> {
    await using store = await openStore(database);
    await store.transaction(async (tx) => {
      for (const { peer, url } of [bob, carol, dave, erin, frank]) {
        await sql`update profiles set url = ${url} where address = ${peer.address}`.execute(tx);
      }
      await sql`update webhooks set url = ${hooks.url("/hook")}`.execute(tx);
      await sql`update push_subscriptions set endpoint = ${hooks.url("/push")}`.execute(tx);
      await sql`update meta set value = ${mail.url()} where key = 'setting.mailTransport'`.execute(tx);
    });
  }

  async function start(role: "web" | "all"): Promise<void> {
    await running?.stop();
    const { dataDir, databaseUrl } = database;
    const config = readConfig({
      FREEHOLD_DATA: dataDir,
      FREEHOLD_PORT: String(await freePort()),
      FREEHOLD_PEER_CA: network.authorityFile,
      FREEHOLD_ALLOW_PRIVATE_PEERS: "true",
      FREEHOLD_RATE_LIMIT: "0",
      FREEHOLD_LOG_LEVEL: "fatal",
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    });
    const behind = Date.now() - expected[name].madeAt - minuteMs;
    const clock = { now: () => Date.now() - behind };
    running = await startNode({ ...config, role }, createLog(config), { clock });
  }

  const get = (path: string) => network.fetch(`${running?.address?.url}${path}`);

  async function ask<T>(query: string, token = expected[name].sessionToken): Promise<T> {
    const { json } = await network.fetch(`${running?.address?.url}/api/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: { query },
    });
    expect(json).not.toHaveProperty("errors");
    return (json as { data: T }).data;
  }

  const askOutbox = (state: string) =>
    ask<{ outbox: { nodes: { kind: string }[] } }>(
      `{ outbox(first: 100, state: ${state}) { nodes { kind peerAddress lastError } } }`,
    );

  test("starts, and its posts, files and comments are served", async () => {
    await start("web");
    const profile = await get("/ewp/profile");
    expect(profile.json).toMatchObject({ title: "Ada", description: "Notes on the analytical engine." });
    expect((await get("/ewp/avatar")).headers["content-type"]).toBe("image/png");
    const index = (await get("/ewp/publications")).json as {
      data: { contentHash: string; timestamp: number; slug: string | null }[];
    };
    expect(index.data.map(({ slug }) => slug)).toEqual(["signed", null, "with-a-picture", "waiting"]);
    for (const { contentHash, timestamp } of index.data) {
      const { status, body } = await get(`/ewp/contents/${contentHash}?timestamp=${timestamp}`);
      expect(status).toBe(200);
      expect(body.length).toBeGreaterThan(0);
    }
    const home = String((await get("/")).body);
    expect(String((await get("/search?q=site")).body)).toMatch(/On this (<mark>)?site(<\/mark>)? only\./);
    expect(home).not.toContain("Nobody sees this.");
    expect(String((await get("/search?q=engines")).body)).toContain("A signed post");

    const seen = await ask<{ timeline: { nodes: { body: string | null; state: string }[] } }>(
      "{ timeline(first: 100, states: [DRAFT, LOCAL, SIGNED]) { nodes { body state description } } }",
    );
    const states = (state: string) => seen.timeline.nodes.filter((node) => node.state === state).length;
    expect([states("DRAFT"), states("LOCAL"), states("SIGNED")]).toEqual([2, 1, 5]);
    expect(seen.timeline.nodes).toContainEqual(
      expect.objectContaining({ body: "# Bob's first\n\nA replica. #engines" }),
    );
    const scheduled = "{ publications(states: [DRAFT]) { nodes { body scheduledAt } } }";
    expect(await ask(scheduled)).toMatchObject({
      publications: {
        nodes: expect.arrayContaining([
          { body: "# Scheduled\n\nTomorrow.", scheduledAt: "2026-11-21T12:00:00.000Z" },
        ]),
      },
    });
    expect(await ask("{ comments(states: [HELD]) { nodes { body authorName } } }")).toEqual({
      comments: { nodes: [{ body: "Well said.", authorName: "Gus" }] },
    });
  });

  test("keeps the ids and dates of its feed items", async () => {
    const { items } = (await get("/feed.json")).json as { items: { id: string; date_published: string }[] };
    expect(items.length).toBeGreaterThan(2);
    for (const { id, date_published: date } of items)
      expect([id, Date.parse(date)]).toEqual([id, feedItems.get(id)]);
    const atom = String((await get("/atom.xml")).body);
    const rss = String((await get("/feed.xml")).body);
    for (const { id } of items) {
      expect(atom).toContain(`<id>${id}</id>`);
      expect(rss).toContain(`<guid isPermaLink="false">${id}</guid>`);
    }
  });

  test("knows its peers, settings and tokens", async () => {
    expect(
      await ask(`{
        followers { nodes { title } } following { nodes { title } } blocks { nodes { address reason } }
        settings { stylesheet mailFrom mailTransportIsSet commentsNeedApproval }
        webhooks { url active } pushDevices { endpoint } tokens { label kind }
        search(query: "engines") { nodes { publication { slug } } }
      }`),
    ).toMatchObject({
      followers: { nodes: [{ title: "Carol" }, { title: "Dave" }] },
      following: { nodes: [{ title: "Bob" }] },
      blocks: { nodes: [{ address: "0x00000000000000000000000000000000000000bb", reason: "spam" }] },
      settings: {
        stylesheet: "main { max-width: 40rem }",
        mailFrom: "ada@ada.example",
        mailTransportIsSet: true,
        commentsNeedApproval: true,
      },
      webhooks: [{ url: hooks.url("/hook"), active: true }],
      pushDevices: [{ endpoint: hooks.url("/push") }],
      tokens: [
        { label: "a program", kind: "INTEGRATION" },
        { label: null, kind: "CLIENT" },
      ],
      // The index is made again in the background; a text with the singular counts as well.
      search: {
        nodes: ["with-a-picture", null, "signed", "first"].map((slug) => ({ publication: { slug } })),
      },
    });
    const other = await ask<{ timeline: { nodes: object[] } }>(
      "{ timeline(first: 100) { nodes { id } } }",
      expected[name].integrationToken,
    );
    expect(other.timeline.nodes).toHaveLength(6);
  });

  test("does the jobs in its queues", async () => {
    const kinds = (await askOutbox("PENDING")).outbox.nodes.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([
      "CONNECTION_CREATE",
      "CONNECTION_DESTROY",
      ...Array(4).fill("PROFILE_UPDATE"),
      ...Array(2).fill("PUBLICATION"),
    ]);
    expect((await askOutbox("DONE")).outbox.nodes).toHaveLength(6);
    const { pulledAt } = expected[name];
    bob.peer.publish("# Bob's second\n\nNot pulled yet.", { timestamp: pulledAt });
    const written: string[] = [];
    const servers = { bob, carol, dave, erin, frank };
    for (const [title, { peer }] of Object.entries(servers)) {
      peer.override = ({ method }, path) => {
        if (method === "GET") return null;
        written.push(`${title}: ${method} ${path}`);
        return jsonReply(path === "/ewp/publications" ? 202 : 200, { status: "accepted" });
      };
    }

    await start("all");
    const isDone = async () => (await askOutbox("PENDING")).outbox.nodes;
    await expect.poll(isDone).toEqual([]);
    expect((await askOutbox("DONE")).outbox.nodes).toHaveLength(14);
    const update = "PATCH /ewp/nodes/0x4a62316623ad457F02cDC5D997deD67a383EC569";
    expect(written.sort()).toEqual([
      `bob: ${update}`,
      `carol: ${update}`,
      "carol: POST /ewp/publications",
      `dave: ${update}`,
      "dave: POST /ewp/publications",
      "erin: POST /ewp/connections",
      "frank: DELETE /ewp/connections",
      `frank: ${update}`,
    ]);
    const pulled = async () => JSON.stringify(await ask("{ timeline { nodes { body } } }"));
    await expect.poll(pulled).toContain("Not pulled yet.");
    await expect.poll(() => mail.received.map(({ to }) => to)).toEqual([["bea@example.org"]]);
    await expect.poll(() => received.filter((path) => path === "/push")).toHaveLength(1);
    await expect.poll(() => received.filter((path) => path === "/hook").length).toBeGreaterThanOrEqual(2);
  });
});
