import { request } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { scopes } from "../../domain/access/scopes.ts";
import { importLimits } from "./import/limits.ts";
import { findImportJob } from "./store.ts";

let node: GraphqlNode;
let cookie: string;
vi.setConfig({ testTimeout: 90_000 });
beforeEach(async () => {
  node = await openGraphqlNode();
  cookie = `freehold_session=${await node.signIn()}`;
});
afterEach(() => node[Symbol.asyncDispose]());

const fromConsole = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "empty" };
const send = (headers: Record<string, string>, body = "<rss></rss>") =>
  fetch(new URL("/api/import?name=a.xml", node.endpoint), { method: "POST", headers, body });
const job = () => findImportJob(node.ctx.store.db);

it("takes a file of the owner's console, and of nobody else", async () => {
  const token = await node.token(...scopes);
  for (const headers of [
    {},
    { cookie },
    { ...fromConsole },
    { ...fromConsole, cookie, "sec-fetch-site": "cross-site" },
    { ...fromConsole, authorization: `Bearer ${token}` },
  ]) {
    expect([headers, (await send(headers)).status]).toEqual([headers, 404]);
  }
  expect(await job()).toBeNull();
  const reply = await send({ ...fromConsole, cookie });
  expect([reply.status, await reply.json()]).toEqual([201, { id: expect.any(String) }]);
  expect(await job()).toMatchObject({ state: "checking", name: "a.xml", size: 11 });
  expect((await send({ ...fromConsole, cookie })).status).toBe(409);
  const report = await fetch(new URL("/api/import/report", node.endpoint), {
    headers: { ...fromConsole, cookie },
  });
  expect(report.status).toBe(404);
});

it("refuses a file that is too large before it comes, and forgets one that is cut off", async () => {
  const begin = (length: number) => {
    const headers = { ...fromConsole, cookie, "content-length": length };
    const path = new URL("/api/import?name=a.xml", node.endpoint);
    return request(path, { method: "POST", headers, agent: false });
  };
  const large = begin(importLimits.uploadBytes + 1);
  const status = new Promise((resolve) => large.on("response", (reply) => resolve(reply.statusCode)));
  large.on("error", () => {});
  large.write("x");
  expect(await status).toBe(413);
  large.destroy();
  const cut = begin(1_000);
  cut.on("error", () => {});
  await new Promise<void>((resolve) => cut.write("begun", () => resolve()));
  cut.destroy();
  await expect
    .poll(async () => (await send({ ...fromConsole, cookie })).status, { timeout: 30_000 })
    .toBe(201);
  expect(await job()).toMatchObject({ size: 11 });
});
