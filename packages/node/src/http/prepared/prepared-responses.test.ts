import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DatabaseName, databases, migratedPostgres } from "../../../test/support/databases.ts";
import { isFull } from "../../../test/support/full.ts";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { makeNoisePicture } from "../../../test/support/noise-picture.ts";
import { seededRandom } from "../../../test/support/seeded-random.ts";
import { createWallet } from "../../../test/support/wallet.ts";
import { confirmComment } from "../../domain/comments/confirm.ts";
import { createComment } from "../../domain/comments/create.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { openStore } from "../../store/open-store.ts";
import { findOwnProfile, updateProfile } from "../../store/peers/profiles.ts";
import type { Publication } from "../../store/publications/publications.ts";
import { limits } from "../limits.ts";
import { addReadRoute, prepared } from "../read-route.ts";

let resources: AsyncDisposableStack;
let node: HttpNode;
let port: number;
let post: Publication;
let picture: Publication;
/** Requests that the framework answered. */
let framework: number;
/** Handlers that ran. */
let handlers: number;
/** The next handler waits for it. */
let holdNext: Promise<void> | null = null;
/** The next handler starts it, to run beside. */
let startBeside: (() => void) | null = null;
const agent = new Agent({ keepAlive: true });

async function open(settings: Record<string, string> = {}, database: DatabaseName = "sqlite"): Promise<void> {
  resources = new AsyncDisposableStack();
  const postgres = database === "postgres" ? resources.use(await migratedPostgres()) : null;
  node = resources.use(
    await openHttpNode({ settings: { ...settings, ...(postgres && { DATABASE_URL: postgres.url }) } }),
  );
  resources.use(node.ctx.store.watch());
  await expect.poll(() => node.ctx.store.version(), { timeout: 20_000 }).not.toBeNull();
  framework = 0;
  handlers = 0;
  node.app.addHook("onRequest", (_request, _reply, done) => {
    framework += 1;
    done();
  });
  node.app.addHook("preHandler", async () => {
    handlers += 1;
    startBeside?.();
    startBeside = null;
    const held = holdNext;
    holdNext = null;
    await held;
  });
  addReadRoute(node.app, "/two-readings", (request) => request.readOneState(readTwice), {
    config: { ...prepared.config, price: { tokens: 1, body: 1, queue: null } },
  });
  post = await node.publish("# Engines\n\nOf *poetry* and engines. #old", { slug: "engines" });
  picture = await node.publish(await makeNoisePicture(), { filename: "a.png", mediaType: "image/png" });
  port = await node.listen();
}
beforeEach(() => open());
afterEach(async () => {
  agent.destroy();
  await resources[Symbol.asyncDispose]();
});

/** Runs between the two readings of `/two-readings`. */
let betweenReadings: (() => Promise<unknown>) | null = null;

async function readTwice() {
  const first = await findOwnProfile(node.ctx.store.db);
  await betweenReadings?.();
  const second = await findOwnProfile(node.ctx.store.db);
  return [first?.title, second?.title];
}

async function ask(path: string, headers: IncomingHttpHeaders = {}, method = "GET") {
  const asked = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent }).end();
  const [reply] = await once(asked, "response");
  const body: Buffer = await buffer(reply);
  const { date: _date, "x-request-id": id, ...others } = reply.headers as IncomingHttpHeaders;
  return { status: reply.statusCode as number, headers: others, body: body.toString("latin1"), id };
}

/** Asks twice. @returns the answer of the framework, the second answer, and whether the framework made that one, too */
async function askTwice(path: string, headers: IncomingHttpHeaders = {}, method = "GET") {
  await node.ctx.store.transaction((tx) => updateProfile(tx, node.address, { title: "Ada" }));
  const first = await ask(path, headers, method);
  await ask(path, Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(if-|range)/.test(name))));
  const before = framework;
  const again = await ask(path, headers, method);
  return { first, again, neededFramework: framework > before };
}

const paths = () => [
  "/ewp/profile",
  "/ewp/publications",
  "/ewp/publications?limit=1&page=2",
  "/",
  "/slug/engines",
  `/ewp/contents/${post.contentHash}?timestamp=${post.timestamp}`,
  `/ewp/contents/${picture.contentHash}`,
  `/ewp/contents/${picture.contentHash}?thumb=sm`,
  `/publications/${post.id}`,
  "/archive",
  "/tags/old",
  "/followers",
  "/feed.xml",
  "/feed.json",
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  `/publications/${post.id}/card.png`,
];

test("every public read is answered a second time without the framework, and in the same way", async () => {
  for (const path of paths()) {
    const { first, again, neededFramework } = await askTwice(path);
    expect([path, first.status, neededFramework]).toEqual([path, 200, false]);
    expect(again.id).not.toBe(first.id);
    expect([path, { ...again, id: "" }]).toEqual([path, { ...first, id: "" }]);
  }
});

test.each<[string, IncomingHttpHeaders, string]>([
  ["HEAD", {}, "HEAD"],
  ["a part", { range: "bytes=2-9" }, "GET"],
  ["the end", { range: "bytes=-5" }, "GET"],
  ["more than there is", { range: "bytes=99999999-" }, "GET"],
  ["several parts", { range: "bytes=0-1,3-4" }, "GET"],
  ["a part for HEAD", { range: "bytes=2-9" }, "HEAD"],
  ["a part of another version", { range: "bytes=2-9", "if-range": '"other"' }, "GET"],
  ["any version is known", { "if-none-match": "*" }, "GET"],
  ["another version is known", { "if-none-match": '"other"' }, "GET"],
  ["known since now", { "if-modified-since": new Date(Date.now() + 60_000).toUTCString() }, "GET"],
  ["brotli", { "accept-encoding": "br, gzip" }, "GET"],
  ["Chinese", { "accept-language": "zh-CN,zh;q=0.9" }, "GET"],
  ["a dark theme", { cookie: "freehold_theme=dark; other=1" }, "GET"],
  ["a reference node", { "user-agent": "ePress-Sync/1.0" }, "GET"],
])("what is asked for counts: %s", async (_name, headers, method) => {
  for (const path of paths()) {
    const { first, again, neededFramework } = await askTwice(path, headers, method);
    expect([path, neededFramework]).toEqual([path, false]);
    expect([path, { ...again, id: "" }]).toEqual([path, { ...first, id: "" }]);
  }
});

async function comment(): Promise<void> {
  const wallet = createWallet(randomBytes(32));
  const input = { publicationId: post.id, body: "Well said.", authorName: "Bea" };
  const { comment: made, typedData } = await createComment(
    node.ctx,
    { ...input, authType: "ETHEREUM", authorId: wallet.address },
    { ip: null },
  );
  if (!typedData) throw new Error("There is no message to sign.");
  const tokenOrSignature = await wallet.signTypedData(typedData);
  await confirmComment(node.ctx, { id: made.id, tokenOrSignature });
}

describe.each(databases)("on %s a change is seen by the next read", (database) => {
  beforeEach(async () => {
    if (database === "sqlite") return;
    await resources[Symbol.asyncDispose]();
    await open({}, database);
  });
  const store = () => node.ctx.store;
  const changes: [string, string, () => Promise<unknown>][] = [
    [
      "the profile",
      "/ewp/profile",
      () => store().transaction((tx) => updateProfile(tx, node.address, { title: "B" })),
    ],
    [
      "the name on a page",
      "/slug/engines",
      () => store().transaction((tx) => updateProfile(tx, node.address, { title: "B" })),
    ],
    ["a new post in the index", "/ewp/publications", () => node.publish("# New")],
    ["a new post on the first page", "/", () => node.publish("# New")],
    ["a new post in the feed", "/feed.xml", () => node.publish("# New")],
    ["a new post in the sitemap", "/sitemap.xml", () => node.publish("# New")],
    ["a new post under its tag", "/tags/old", () => node.publish("# New #old")],
    ["a deleted post", "/slug/engines", () => destroyPublication(node.ctx, post.id)],
    ["deleted bytes", "contents", () => destroyPublication(node.ctx, post.id)],
    ["a local post", "/archive", () => node.publish("# Local", { state: "local" })],
    ["a comment", "/slug/engines", () => comment()],
    ["the theme of the owner", "/", () => updateSettings(node.ctx, { defaultTheme: "dark" })],
    ["the language of the owner", "/", () => updateSettings(node.ctx, { defaultLanguage: "zh" })],
    ["feeds that are switched off", "/feed.xml", () => updateSettings(node.ctx, { enableRss: false })],
  ];

  test.each(changes)("%s", async (_name, given, change) => {
    const path = given === "contents" ? `/ewp/contents/${post.contentHash}` : given;
    const { again, neededFramework } = await askTwice(path);
    expect([again.status, neededFramework]).toEqual([200, false]);
    await change();
    expect((await ask(path)).body).not.toBe(again.body);
  });

  test("by another connection to the database", async () => {
    const { again } = await askTwice("/ewp/profile");
    await using other = await openStore(node.ctx.config);
    await other.transaction((tx) => updateProfile(tx, node.address, { title: "Another" }));
    const changed = again.body.replace('"Ada"', '"Another"');
    // PostgreSQL tells the others a moment after the commit.
    if (database === "postgres")
      await expect.poll(async () => (await ask("/ewp/profile")).body).toBe(changed);
    else expect((await ask("/ewp/profile")).body).toBe(changed);
  });
});

test.each(databases)("a change on %s between two readings has both read again", async (database) => {
  await resources[Symbol.asyncDispose]();
  await open({}, database);
  let changes = 0;
  betweenReadings = () => {
    changes += 1;
    return node.ctx.store.transaction((tx) => updateProfile(tx, node.address, { title: `${changes}` }));
  };
  await ask("/two-readings");
  // It changes each time; at last what there is has to do.
  expect(changes).toBe(limits.sameStateReads + 1);
  const change = betweenReadings;
  betweenReadings = async () => {
    betweenReadings = null;
    await change();
  };
  expect(JSON.parse((await ask("/two-readings")).body)).toEqual([`${changes}`, `${changes}`]);
  expect((await askTwice("/two-readings")).again.body).toBe('["Ada","Ada"]');
});

test.each(databases)(
  "random writes and reads on %s: no answer is stale or mixes two states",
  async (database) => {
    await resources[Symbol.asyncDispose]();
    await open({}, database);
    const random = seededRandom(20_261_123);
    const writes = [
      () => node.publish(`# ${random()}\n\n#old`),
      comment,
      async () => {
        const { data } = JSON.parse((await node.app.inject("/ewp/publications?limit=50")).body);
        const { contentHash } = data[Math.floor(random() * data.length)];
        const [row] = await node.ctx.store.db
          .selectFrom("publications")
          .select("id")
          .where("contentHash", "=", contentHash)
          .execute();
        if (row && row.id !== post.id) await destroyPublication(node.ctx, row.id);
      },
      () => node.ctx.store.transaction((tx) => updateProfile(tx, node.address, { title: String(random()) })),
      () => updateSettings(node.ctx, { defaultTheme: random() < 0.5 ? "dark" : "light" }),
    ];
    const read = [
      "/ewp/profile",
      "/ewp/publications",
      "/",
      "/slug/engines",
      "/feed.json",
      "/tags/old",
      "/sitemap.xml",
    ];
    const fresh = async (path: string) => (await node.app.inject(path)).rawPayload.toString("latin1");
    const readAll = async () =>
      new Map(await Promise.all(read.map(async (path) => [path, await fresh(path)] as const)));
    let states = await readAll();
    for (let step = 0; step < (isFull ? 40 : 12); step += 1) {
      const write = writes[Math.floor(random() * writes.length)];
      const written = Promise.withResolvers<void>();
      const later = random() * 12;
      startBeside = async () => {
        await pause(later);
        await write?.();
        written.resolve();
      };
      // Ends what is prepared, so that handlers run.
      await updateSettings(node.ctx, { allowComment: true });
      const asked = [read[step % read.length] as string, ...read];
      const meanwhile = await Promise.all(asked.map((path) => ask(path)));
      await written.promise;
      const after = await readAll();
      for (const [at, path] of asked.entries()) {
        const { status, body } = meanwhile[at] as (typeof meanwhile)[number];
        const isOneState = [states.get(path), after.get(path)].includes(body);
        expect([step, path, status, isOneState]).toEqual([step, path, 200, true]);
      }
      for (const path of read)
        expect([step, path, (await ask(path)).body]).toEqual([step, path, after.get(path)]);
      states = after;
    }
  },
);

test("many who ask for the same at once wait for one answer", async () => {
  const before = handlers;
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask("/slug/engines")));
  expect([handlers - before, new Set(replies.map(({ body }) => body)).size]).toEqual([1, 1]);
  const missing = await Promise.all(Array.from({ length: 5 }, () => ask("/slug/nobody")));
  expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
});

test("nobody waits long for an answer that is made for another network", async () => {
  const held = Promise.withResolvers<void>();
  holdNext = held.promise;
  const first = ask("/slug/engines");
  await expect.poll(() => holdNext === null, { timeout: 20_000 }).toBe(true);
  const began = performance.now();
  const second = await ask("/slug/engines");
  expect(performance.now() - began).toBeGreaterThan(limits.sameAnswerMs - 10);
  held.resolve();
  expect((await first).body).toBe(second.body);
});

test("caches on the way keep one copy of what is the same for all readers", async () => {
  expect((await ask("/sitemap.xml")).headers.vary).toBe("Accept-Encoding");
  expect((await ask("/")).headers.vary).toBe("Accept-Encoding, Accept-Language, Cookie");
  expect((await ask("/ewp/profile")).headers.vary).toBeUndefined();
});

test("what has to be refused is refused as ever", async () => {
  await askTwice("/ewp/profile");
  const many = Object.fromEntries(Array.from({ length: limits.headers }, (_, n) => [`x-${n}`, "1"]));
  expect((await ask("/ewp/profile", { ...many, connection: "close" })).status).toBe(431);
  for (const hosts of ["", "host: a b\r\n", "host: a\r\nhost: b\r\n"]) {
    const socket = connect(port, "127.0.0.1");
    socket.end(`GET /ewp/profile HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1.1 400 /);
  }
  expect((await ask("/ewp/profile", {}, "DELETE")).status).toBe(405);
});

test("a read with a body is the framework's, and gets its answer", async () => {
  await askTwice("/ewp/profile");
  const before = framework;
  for (const headers of [
    "content-length: 2\r\n\r\n{}",
    "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  ]) {
    const socket = connect(port, "127.0.0.1");
    socket.end(`GET /ewp/profile HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${headers}`);
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1.1 [24]/);
  }
  expect(framework).toBe(before + 2);
});

test("a prepared answer counts as a request of its network", async () => {
  await resources[Symbol.asyncDispose]();
  await open({ FREEHOLD_RATE_LIMIT: "20" });
  const statuses: number[] = [];
  for (let count = 0; count < 25; count += 1) statuses.push((await ask("/ewp/profile")).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
  // Once to make the answer; the limit is the framework's first hook.
  expect(framework).toBe(1);
});

test("answers from memory are in the metrics and in the log", async () => {
  await resources[Symbol.asyncDispose]();
  await open({ FREEHOLD_LOG_LEVEL: "debug" });
  const { again } = await askTwice("/ewp/profile?secret=1");
  expect(node.lines.findLast(({ sentence }) => sentence === "answered")?.fields).toMatchObject({
    id: again.id,
    method: "GET",
    path: "/ewp/profile",
    status: 200,
    ip: "127.0.0.1",
  });
  const metrics = (await ask("/metrics")).body;
  expect(metrics).toMatch(/freehold_http_requests?_\w*count\{.*route="\/ewp\/profile".*\} 3/);
});

test("a large answer is prepared up to its limit, and not beyond", async () => {
  const bytes = new Uint8Array(limits.preparedResponseBytes).fill(0x80);
  const most = await node.publish(bytes);
  const more = await node.publish(new Uint8Array([...bytes, 0]));
  expect(await askTwice(`/ewp/contents/${most.contentHash}`)).toMatchObject({ neededFramework: false });
  expect(await askTwice(`/ewp/contents/${more.contentHash}`)).toMatchObject({ neededFramework: true });
});
