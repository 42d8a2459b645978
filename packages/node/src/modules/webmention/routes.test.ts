import { afterAll, beforeAll, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";
import { updateSettings } from "../../domain/settings/settings.ts";
import { countWaitingJobs } from "../../store/queues/jobs.ts";
import { addChangedPage, readIndexNowKey } from "./index-now.ts";
import { mentionLimits } from "./mentions/limits.ts";

let node: HttpNode;
let target: string;
beforeAll(async () => {
  node = await openHttpNode();
  const { id } = await node.publish("# A post", { slug: "a" });
  target = `https://ada.example/publications/${id}`;
});
afterAll(() => node[Symbol.asyncDispose]());

const form = (url: string, fields: Record<string, string>, remoteAddress = "192.0.2.1") =>
  node.app.inject({
    method: "POST",
    url,
    remoteAddress,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
const source = "https://bea.example/reply";

it("takes a mention and tells its state to who has the address of it", async () => {
  const page = await node.app.inject("/slug/a");
  expect(page.headers.link).toContain('</webmention>; rel="webmention"');
  const taken = await form("/webmention", { source, target });
  expect([taken.statusCode, taken.headers["content-type"]]).toEqual([201, "text/plain; charset=utf-8"]);
  const status = String(taken.headers.location);
  expect(status).toMatch(/^\/webmention\/[0-9a-f]{32}$/);
  const told = await node.app.inject(status);
  expect(told.json()).toEqual({ source, target, state: "waiting", reason: null });
  expect(told.headers["cache-control"]).toBe("no-store");
  for (const url of [`/webmention/${"0".repeat(32)}`, "/webmention/1"]) {
    expect((await node.app.inject(url)).statusCode).toBe(404);
  }
});

it.each([
  ["no fields", {}, 400],
  ["a source that is no https address", { source: "http://bea.example/", target: "TARGET" }, 400],
  ["a target elsewhere", { source, target: "https://other.example/" }, 400],
  ["a target that is no post", { source, target: "https://ada.example/slug/none" }, 400],
  ["a page of this site", { source: "https://ada.example/slug/b", target: "TARGET" }, 400],
])("refuses a mention with %s, in a sentence", async (_what, fields, status) => {
  const pages = Object.entries(fields).map(([name, value]) => [name, value.replace("TARGET", target)]);
  const reply = await form("/webmention", Object.fromEntries(pages));
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([status, "text/plain; charset=utf-8"]);
  expect(reply.body).toMatch(/^[A-Z][^<{]*\.\n$/);
});

it("takes so many mentions an hour from one network, and none where the owner wants none", async () => {
  const tell = (n: number) => form("/webmention", { source: `https://s${n}.example/`, target }, "192.0.2.2");
  for (let n = 0; n < mentionLimits.perClientAndHour; n += 1) expect((await tell(n)).statusCode).toBe(201);
  expect((await tell(99)).statusCode).toBe(429);
  await updateSettings(node.ctx, { receiveMentions: false });
  expect((await form("/webmention", { source, target }, "192.0.2.3")).statusCode).toBe(403);
  expect((await node.app.inject("/slug/a")).headers.link ?? "").not.toContain("webmention");
});

it.each(["/webmention", "/websub"])("%s answers a body of another type in a sentence", async (url) => {
  const send = (type: string) =>
    node.app.inject({ method: "POST", url, headers: { "content-type": type }, payload: "{}" });
  for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
    const reply = await send(type);
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([415, "text/plain; charset=utf-8"]);
    expect(reply.body).toBe("The body must be application/x-www-form-urlencoded.\n");
  }
});

it("is the hub of its own feeds alone", async () => {
  const hub = {
    "hub.mode": "subscribe",
    "hub.topic": "https://ada.example/feed.xml",
    "hub.callback": "https://reader.example/",
  };
  expect((await form("/websub", hub)).statusCode).toBe(202);
  expect(await countWaitingJobs(node.ctx.store.db, "feed-verify")).toBe(1);
  for (const wrong of [
    { "hub.mode": "publish" },
    { "hub.topic": "https://other.example/feed.xml" },
    { "hub.callback": "http://reader.example/" },
    { "hub.secret": "s".repeat(200) },
  ]) {
    const reply = await form("/websub", { ...hub, ...wrong });
    expect([reply.statusCode, reply.body]).toEqual([400, expect.stringMatching(/^[A-Za-z.]+ .*\.\n$/)]);
  }
  await updateSettings(node.ctx, { enableRss: false });
  expect((await form("/websub", hub)).statusCode).toBe(400);
});

it("shows the key for search engines to who knows it, from the first change on", async () => {
  const { store } = node.ctx;
  expect((await node.app.inject(`/${"0".repeat(32)}.txt`)).statusCode).toBe(404);
  await updateSettings(node.ctx, { indexNow: "https://api.indexnow.org/indexnow" });
  await store.transaction((tx) => addChangedPage(tx, target, 0));
  const key = await readIndexNowKey(store.db);
  const reply = await node.app.inject(`/${key}.txt`);
  expect([reply.statusCode, reply.body, reply.headers["content-type"]]).toEqual([
    200,
    `${key}\n`,
    "text/plain; charset=utf-8",
  ]);
  expect((await node.app.inject(`/${"0".repeat(32)}.txt`)).statusCode).toBe(404);
});
