import { createHash } from "node:crypto";
import { endpoints } from "@freehold/protocol";
import { protocolLimits } from "@freehold/protocol/internal";
import { describe, expect, test } from "vitest";
import { closeAfterEach } from "../../test/support/close-after-each.ts";
import { type HttpNode, type HttpNodeOptions, openHttpNode } from "../../test/support/http-node.ts";
import { destroyPublication } from "../domain/trash/destroy.ts";

const use = closeAfterEach();

const open = async (options?: HttpNodeOptions) => use(await openHttpNode(options));

describe("what no route answers (decisions 2)", () => {
  test.each([
    ["GET", "/ewp"],
    ["GET", "/ewp/"],
    ["GET", "/ewp/nothing"],
    ["GET", "/ewp/nothing/"],
    ["POST", "/ewp/profile/x"],
    ["GET", "/ewp/contents/a/b"],
    ["GET", "/ewp/%zz"],
    ["GET", "/ewp/profile%"],
    ["GET", `/ewp/${"x".repeat(10_000)}`],
    ["GET", "/api/nothing"],
    ["GET", "/api"],
  ] as const)("%s %s is 404 in JSON", async (method, url) => {
    const { app } = await open();
    const reply = await app.inject({ method, url });
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toBe('{"error":"NOT_FOUND"}');
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(reply.headers["x-error-detail"]).toMatch(/^[\x20-\x7e]+$/);
  });

  test("a known path with another method is 405 with what it allows, whatever the body", async () => {
    const { app } = await open();
    const all = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
    for (const path of new Set(Object.values(endpoints).map((endpoint) => endpoint.path))) {
      const taken = Object.values(endpoints).filter((endpoint) => endpoint.path === path);
      const allowed = taken.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      for (const method of all.filter((name) => !allowed.includes(name))) {
        const headers = { "content-type": "text/xml" };
        const url = path.replace(/:\w+/, "x");
        const reply = await app.inject({
          method,
          url,
          headers,
          ...(method === "HEAD" ? {} : { payload: "<" }),
        });
        expect([path, method, reply.statusCode]).toEqual([path, method, 405]);
        expect(reply.headers.allow).toBe(allowed.join(", "));
        expect(reply.body).toBe(method === "HEAD" ? "" : '{"error":"METHOD_NOT_ALLOWED"}');
      }
    }
  });

  test.each([
    ["DELETE", "/", "GET, HEAD"],
    ["PUT", "/slug/a", "GET, HEAD"],
    ["POST", "/feed.xml", "GET, HEAD"],
    ["PATCH", "/robots.txt", "GET, HEAD"],
    ["GET", "/websub", "POST"],
    ["PUT", "/webmention", "POST"],
  ] as const)("%s %s of the site is 405 with Allow: %s", async (method, url, allow) => {
    const { app } = await open();
    const reply = await app.inject({ method, url });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, allow]);
    expect(reply.headers["content-type"]).toBe("text/plain; charset=utf-8");
  });

  test("a browser that opens the address of a form gets a page, in the reader's language, that nobody frames", async () => {
    const { app } = await open();
    const headers = { accept: "text/html,*/*", "accept-language": "zh-CN" };
    const reply = await app.inject({ url: "/preferences", headers });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, "POST"]);
    expect(reply.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(reply.body).toContain('lang="zh-Hans"');
    expect(reply.body).toContain('href="/"');
  });

  test("of the application, too", async () => {
    const { app } = await open();
    const reply = await app.inject({ method: "PUT", url: "/api/visitors" });
    expect([reply.statusCode, reply.headers.allow]).toEqual([405, "DELETE, GET, HEAD, POST"]);
    expect(reply.json()).toEqual({ error: "METHOD_NOT_ALLOWED" });
    expect((await app.inject({ method: "POST", url: "/nothing/at/all" })).statusCode).toBe(404);
  });

  test.each(["/robots.txt", "/api/openapi.json"])("%s has a validator, and is not sniffed", async (url) => {
    const { app } = await open();
    const whole = await app.inject(url);
    expect([whole.statusCode, whole.headers["x-content-type-options"]]).toEqual([200, "nosniff"]);
    const etag = String(whole.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const ask = async (headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode;
    expect(await ask({ "if-none-match": etag })).toBe(304);
    expect(await ask({ "if-match": '"x"' })).toBe(412);
    expect(await ask({ "if-match": etag })).toBe(200);
  });

  test("a parameter with broken percent-encoding is that parameter's error", async () => {
    const { app } = await open();
    const content = await app.inject({ url: "/ewp/contents/%zz" });
    expect([content.statusCode, content.json()]).toEqual([400, { error: "INVALID_HASH_FORMAT" }]);
    const node = await app.inject({ method: "PATCH", url: "/ewp/nodes/%zz", payload: {} });
    expect([node.statusCode, node.json()]).toEqual([400, { error: "INVALID_ADDRESS" }]);
    const other = await app.inject({ method: "POST", url: "/ewp/contents/%zz", payload: {} });
    expect(other.statusCode).toBe(405);
  });

  test("a reader gets a page", async () => {
    const { app } = await open();
    for (const url of [
      "/nothing",
      "/slug/nothing",
      "/publications/999",
      "/publications/x",
      "/?page=0",
      "/%zz",
      "/ewpx",
    ]) {
      const reply = await app.inject({ url });
      expect([url, reply.statusCode, reply.headers["content-type"]]).toEqual([
        url,
        404,
        "text/html; charset=utf-8",
      ]);
      expect(reply.body).toContain("This page doesn&#x27;t exist");
    }
  });
});

const healthy = { database: "ok", migrations: "ok", disk: "ok", stopping: "ok", load: "ok" };

describe("before installation (decisions 7)", () => {
  test.each([
    ["GET", "/ewp/profile", 404, { error: "NODE_NOT_FOUND" }],
    ["GET", "/ewp/avatar", 404, { error: "AVATAR_NOT_SET" }],
    ["GET", `/ewp/contents/0x${"ab".repeat(32)}`, 404, { error: "CONTENT_NOT_FOUND" }],
    ["POST", "/ewp/connections", 404, { error: "NODE_NOT_FOUND" }],
    ["DELETE", "/ewp/connections", 404, { error: "NODE_NOT_FOUND" }],
    ["POST", "/ewp/publications", 404, { error: "NODE_NOT_FOUND" }],
    ["POST", "/ewp/replications", 404, { error: "NODE_NOT_FOUND" }],
    ["PATCH", "/ewp/nodes/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", 404, { error: "NODE_NOT_FOUND" }],
    ["GET", "/api/install", 200, { installed: false, installedAt: null }],
    ["GET", "/readyz", 200, { status: "ok", installed: false, checks: healthy }],
  ] as const)("%s %s: %i", async (method, url, status, body) => {
    const { app } = await open({ install: false });
    const reply = await app.inject({ method, url, ...(method === "GET" ? {} : { payload: {} }) });
    expect([reply.statusCode, reply.json()]).toEqual([status, body]);
  });

  test("the index is empty, and home says what to do", async () => {
    const { app } = await open({ install: false });
    expect((await app.inject("/ewp/publications")).json()).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
    const home = await app.inject("/");
    expect(home.statusCode).toBe(200);
    expect(home.body).toContain("freehold init");
  });
});

describe("what the node failed at", () => {
  test("is INTERNAL_ERROR in the protocol's form, logged once with its stack, and says nothing else", async () => {
    const { app, ctx, lines } = await open();
    await ctx.store[Symbol.asyncDispose]();
    const reply = await app.inject("/ewp/profile");
    expect([reply.statusCode, reply.body]).toEqual([500, '{"error":"INTERNAL_ERROR"}']);
    expect(reply.headers["x-error-detail"]).toBe("The node failed.");
    const errors = lines.filter(({ level }) => level === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]?.fields).toMatchObject({ path: "/ewp/profile", id: reply.headers["x-request-id"] });
    expect(errors[0]?.fields.err).toHaveProperty("stack");
  });

  test("is a page for a reader, and 503 for who asks whether it is ready", async () => {
    const { app, ctx } = await open();
    await ctx.store[Symbol.asyncDispose]();
    const page = await app.inject("/");
    expect([page.statusCode, page.headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
    expect(page.body).toContain("Something went wrong");
    expect((await app.inject("/readyz")).statusCode).toBe(503);
    expect((await app.inject("/livez")).json()).toEqual({ status: "ok" });
  });
});

describe("GET /ewp/profile and /ewp/publications (specification 4.1, 4.3)", () => {
  test("the profile has the fields of specification 2.1, and any page may read it", async () => {
    const { app } = await open({ title: "Ada", description: "" });
    const reply = await app.inject("/ewp/profile");
    expect(reply.json()).toMatchObject({
      url: "https://ada.example",
      title: "Ada",
      description: null,
      ewpVersion: "1",
    });
    expect(reply.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "access-control-allow-origin": "*",
    });
  });

  test("writes are not shared with other sites' pages", async () => {
    const { app } = await open();
    const reply = await app.inject({ method: "POST", url: "/ewp/connections", payload: {} });
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each([
    ["?limit=0", "INVALID_LIMIT"],
    [`?limit=${protocolLimits.indexPageSize + 1}`, "INVALID_LIMIT"],
    ["?limit=", "INVALID_LIMIT"],
    ["?limit", "INVALID_LIMIT"],
    ["?limit=1&limit=1", "INVALID_LIMIT"],
    ["?limit=%31%30abc", "INVALID_LIMIT"],
    ["?page=0&since=x", "INVALID_PAGE"],
    ["?page[]=1&page=+1", "INVALID_PAGE"],
    ["?since=-1", "INVALID_SINCE"],
    ["?since=1&since=2", "INVALID_SINCE"],
  ])("%s is %s", async (query, error) => {
    const { app } = await open();
    const reply = await app.inject(`/ewp/publications${query}`);
    expect([reply.statusCode, reply.json()]).toEqual([400, { error }]);
  });

  test("a kept page is given up as soon as something is signed or deleted", async () => {
    const { app, ctx, publish } = await open();
    const total = async () => (await app.inject("/ewp/publications")).json().pagination.total;
    expect([await total(), await total()]).toEqual([0, 0]);
    const post = await publish("one");
    expect([await total(), await total()]).toEqual([1, 1]);
    await destroyPublication(ctx, post.id);
    expect(await total()).toBe(0);
  });

  test("who has the page already is told so", async () => {
    const { app, publish } = await open();
    await publish("one");
    const first = await app.inject("/ewp/publications");
    const headers = { "if-none-match": String(first.headers.etag) };
    const again = await app.inject({ url: "/ewp/publications", headers });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    await publish("two");
    expect((await app.inject({ url: "/ewp/publications", headers })).statusCode).toBe(200);
  });

  test("drafts and local posts are in no index", async () => {
    const { app, publish } = await open();
    await publish("draft", { state: "draft" });
    await publish("local", { state: "local" });
    expect((await app.inject("/ewp/publications")).json().data).toEqual([]);
  });
});

test("GET /ewp/avatar sends the owner's picture, guarded (specification 4.2)", async () => {
  const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
  const { app } = await open({ avatar: `data:image/gif;base64,${gif.toString("base64")}` });
  const reply = await app.inject("/ewp/avatar");
  expect([reply.statusCode, reply.rawPayload]).toEqual([200, gif]);
  expect(reply.headers).toMatchObject({
    "content-type": "image/gif",
    "x-content-type-options": "nosniff",
    etag: `"0x${createHash("sha256").update(gif).digest("hex")}"`,
  });
});

describe("the rate limit (decisions 2)", () => {
  test("is one for each address, and spares /livez alone", async () => {
    let time = 0;
    const { app } = await open({ settings: { FREEHOLD_RATE_LIMIT: "3" }, now: () => time });
    const from = (remoteAddress: string, url = "/ewp/nothing") => app.inject({ url, remoteAddress });
    for (let i = 0; i < 3; i += 1) expect((await from("192.0.2.1")).statusCode).toBe(404);
    const refused = await from("192.0.2.1");
    expect([refused.statusCode, refused.body]).toEqual([429, '{"error":"RATE_LIMITED"}']);
    expect(refused.headers["retry-after"]).toBe("20");
    expect((await from("192.0.2.1", "/")).statusCode).toBe(429);
    expect((await from("192.0.2.1", "/ewp/%zz")).statusCode).toBe(429);
    expect((await from("192.0.2.1", "/livez")).statusCode).toBe(200);
    expect((await from("192.0.2.2")).statusCode).toBe(404);
    time += 20_000;
    expect((await from("192.0.2.1")).statusCode).toBe(404);
    expect((await from("192.0.2.1")).statusCode).toBe(429);
  });

  test("a search counts as ten requests, a GraphQL operation by its cost", async () => {
    const { app } = await open({ settings: { FREEHOLD_RATE_LIMIT: "26" }, now: () => 0 });
    const from = (remoteAddress: string, url: string) => app.inject({ url, remoteAddress });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await from("192.0.2.1", "/search?q=a")).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    const ask = (query: string) =>
      app.inject({ method: "POST", url: "/api/graphql", payload: { query }, remoteAddress: "192.0.2.3" });
    // It costs a little over 1,100, and is twelve requests.
    const expensive = "{ publications(first: 100) { nodes { comments(first: 9) { nodes { id } } } } }";
    expect((await ask(expensive)).statusCode).toBe(200);
    expect((await ask(expensive)).statusCode).toBe(200);
    const refused = await ask(expensive);
    expect([refused.statusCode, refused.body]).toEqual([429, '{"error":"RATE_LIMITED"}']);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await ask("{ viewer { kind } }")).statusCode).toBe(200);
  });

  test("a GraphQL operation counts by the text that it gave, too, which no estimate knows", async () => {
    const { app, publish } = await open({ settings: { FREEHOLD_RATE_LIMIT: "20" }, now: () => 0 });
    for (let post = 0; post < 10; post += 1) await publish(`${post} ${"x".repeat(60 * 1024)}`);
    const ask = async (remoteAddress: string, field: string) => {
      const query = `{ publications(first: 10) { nodes { ${field} } } }`;
      const reply = await app.inject({
        method: "POST",
        url: "/api/graphql",
        payload: { query },
        remoteAddress,
      });
      return reply.statusCode;
    };
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push(await ask("192.0.2.1", "body"));
    // 600 KiB and the estimate cost over 600, and are six requests besides the one.
    expect(statuses).toEqual([200, 200, 200, 429]);
    for (let time = 0; time < 20; time += 1) expect(await ask("192.0.2.2", "id")).toBe(200);
    expect(await ask("192.0.2.2", "id")).toBe(429);
  });

  test("a client can't name another address, unless a proxy is trusted", async () => {
    const settings = { FREEHOLD_RATE_LIMIT: "1" };
    const ask = ({ app }: HttpNode, forwarded: string) =>
      app.inject({ url: "/ewp/nothing", headers: { "x-forwarded-for": forwarded } });
    const alone = await open({ settings });
    expect((await ask(alone, "192.0.2.1")).statusCode).toBe(404);
    expect((await ask(alone, "192.0.2.2")).statusCode).toBe(429);
    const behind = await open({ settings: { ...settings, FREEHOLD_TRUST_PROXY: "1" } });
    expect((await ask(behind, "192.0.2.1")).statusCode).toBe(404);
    expect((await ask(behind, "192.0.2.2")).statusCode).toBe(404);
    expect((await ask(behind, "192.0.2.9, 192.0.2.2")).statusCode).toBe(429);
  });
});
