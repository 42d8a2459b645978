import { beforeAll, beforeEach, expect, it } from "vitest";
import { type HttpNode, openHttpNode } from "../../../test/support/http-node.ts";

let node: HttpNode;
let origin: string;
let sent: number[];

beforeAll(async () => {
  node = await openHttpNode();
  origin = `http://127.0.0.1:${await node.listen()}`;
  node.ctx.events.on("page.sent", ({ postId }) => sent.push(postId));
  return () => node[Symbol.asyncDispose]();
});
beforeEach(() => {
  sent = [];
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${origin}${path}`, { redirect: "manual", ...init }).then(async (reply) => {
    await reply.arrayBuffer();
    return reply;
  });

it("tells of each page of a post that is sent, by the framework and from memory", async () => {
  const { id } = await node.publish("# Salt\n\nIt is dry.", { slug: "salt" });
  const first = await ask("/slug/salt");
  expect([first.status, sent]).toEqual([200, [id]]);
  const etag = first.headers.get("etag") ?? "";
  await ask("/slug/salt");
  expect((await ask("/slug/salt", { headers: { "if-none-match": etag } })).status).toBe(304);
  expect(sent).toEqual([id, id, id]);
  // A public write throws the prepared answer away: the framework makes this 304.
  await node.publish("# Sea", { state: "draft" });
  expect((await ask("/slug/salt", { headers: { "if-none-match": etag } })).status).toBe(304);
  const local = await node.publish("# Foam", { state: "local" });
  await ask(`/publications/${local.id}`);
  expect(sent).toEqual([id, id, id, id, local.id]);
});

it("tells of the requests that wait for the same page", async () => {
  const { id } = await node.publish("# Tide", { slug: "tide" });
  await Promise.all(Array.from({ length: 8 }, () => ask("/slug/tide")));
  expect(sent).toEqual(Array(8).fill(id));
});

it("tells of nothing else", async () => {
  const { contentHash, timestamp } = await node.publish("# Wind", { slug: "wind" });
  const draft = await node.publish("# Secret", { state: "draft" });
  // The second answer may come from memory.
  for (const path of [
    "/",
    "/archive",
    "/feed.xml",
    "/slug/wind.md",
    "/slug/nothing",
    `/publications/${contentHash}`,
    `/publications/${draft.id}`,
    "/publications/wind",
    `/ewp/contents/${contentHash}?timestamp=${timestamp}`,
  ])
    for (let count = 0; count < 2; count += 1) await ask(path);
  await ask("/slug/wind", { method: "HEAD" });
  await ask("/slug/wind?comments=nowhere");
  expect(sent).toEqual([]);
  await ask("/slug/wind");
  await ask("/slug/wind", { method: "HEAD" });
  expect(sent).toHaveLength(1);
});
