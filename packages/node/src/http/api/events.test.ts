import { afterEach, beforeEach, expect, it } from "vitest";
import { type GraphqlNode, openGraphqlNode } from "../../../test/support/graphql-node.ts";
import { createIntegrationToken } from "../../domain/access/tokens.ts";
import { notify } from "../../modules/notifications/notify.ts";
import { openStore } from "../../store/open-store.ts";
import { limits } from "../limits.ts";

let node: GraphqlNode;
let session: string;
beforeEach(async () => {
  node = await openGraphqlNode();
  session = await node.signIn();
});
afterEach(() => node[Symbol.asyncDispose]());

const fromPage = { "sec-fetch-site": "same-origin" };
const cookie = () => ({ ...fromPage, cookie: `freehold_session=${session}` });

/** Opens a stream and gathers what it says. */
async function listen(headers: Record<string, string>) {
  const gone = new AbortController();
  const response = await fetch(new URL("/api/events", node.endpoint), { headers, signal: gone.signal });
  let heard = "";
  const reading = (async () => {
    for await (const chunk of response.body ?? []) heard += new TextDecoder().decode(chunk);
    return "ended";
  })().catch(() => "aborted");
  return { response, reading, heard: () => heard, leave: () => gone.abort() };
}

it("tells the owner of posts and notifications, and a token of posts alone", async () => {
  const owner = await listen(cookie());
  expect(owner.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(owner.response.headers.get("cache-control")).toBe("no-store");
  const { token } = await createIntegrationToken(node.ctx, {
    label: "reader",
    scopes: ["read:timeline"],
    expiresInSeconds: null,
  });
  const reader = await listen({ authorization: `Bearer ${token}` });
  await node.publish("First words");
  await expect.poll(owner.heard).toContain("event: timeline\ndata: {}\n\n");
  await expect.poll(reader.heard).toContain("event: timeline");
  const now = node.ctx.clock.now();
  await node.ctx.store.transaction((tx) => notify(tx, { type: "failed-backup", reason: "full", now }));
  await expect.poll(owner.heard).toContain("event: notifications");
  await node.publish("Other words");
  await expect.poll(() => reader.heard().split("event: timeline").length).toBe(3);
  expect(reader.heard()).not.toContain("notifications");
  owner.leave();
  reader.leave();
});

it("tells of what another process has stored", async () => {
  await using _watching = node.ctx.store.watch();
  const owner = await listen(cookie());
  await using other = await openStore(node.ctx.config);
  const now = node.ctx.clock.now();
  await other.transaction((tx) => notify(tx, { type: "failed-backup", reason: "full", now }));
  await expect.poll(owner.heard).toContain("event: notifications");
  owner.leave();
});

it("is for nobody else", async () => {
  const { token } = await createIntegrationToken(node.ctx, {
    label: "writer",
    scopes: ["create:publications"],
    expiresInSeconds: null,
  });
  for (const [headers, status] of [
    [{}, 401],
    [{ authorization: `Bearer ${token}` }, 403],
    [{ authorization: "Bearer nonsense" }, 401],
    [{ ...cookie(), "sec-fetch-site": "cross-site" }, 403],
  ] as const) {
    const response = await fetch(new URL("/api/events", node.endpoint), { headers });
    expect([headers, response.status]).toEqual([headers, status]);
    await response.body?.cancel();
  }
});

it("takes a bounded number of streams of a session, and ends them when the server stops", async () => {
  const open = await Promise.all(
    Array.from({ length: limits.eventStreamsPerSession }, () => listen(cookie())),
  );
  expect(open.map(({ response }) => response.status)).toEqual(open.map(() => 200));
  expect((await listen(cookie())).response.status).toBe(429);
  open[0]?.leave();
  await expect
    .poll(async () => {
      const another = await listen(cookie());
      open.push(another);
      return another.response.status;
    })
    .toBe(200);
  await node.app.close();
  expect(await open[1]?.reading).toBe("ended");
});

it("keeps the streams of the owner's pages from programs, which have an even part each", async () => {
  const most = limits.eventStreamsOfTokens;
  const tokens = 4;
  const bearers = await Promise.all(
    Array.from({ length: tokens }, async () => ({
      authorization: `Bearer ${await node.token("read:timeline")}`,
    })),
  );
  const bearer = (index: number) => bearers[index % tokens] as Record<string, string>;
  const open = await Promise.all(Array.from({ length: most }, (_, index) => listen(bearer(index))));
  expect(new Set(open.map(({ response }) => response.status))).toEqual(new Set([200]));
  const refused = await listen(bearer(0));
  expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([429, "60"]);
  const another = { authorization: `Bearer ${await node.token("read:timeline")}` };
  expect((await listen(another)).response.status).toBe(200);
  expect((await listen(cookie())).response.status).toBe(200);
  for (const one of open.filter((_, index) => index % tokens === 0)) one.leave();
  await expect.poll(async () => (await listen(bearer(0))).response.status).toBe(200);
});

it("takes a bounded number of streams of all sessions", async () => {
  const count = Math.ceil(limits.eventStreams / limits.eventStreamsPerSession) + 1;
  const sessions = await Promise.all(Array.from({ length: count }, () => node.signIn()));
  let opened = 0;
  for (let index = 0; index < 2 * limits.eventStreams; index += 1) {
    const { response } = await listen({ ...fromPage, cookie: `freehold_session=${sessions[index % count]}` });
    if (response.status === 200) opened += 1;
  }
  expect(opened).toBeGreaterThanOrEqual(limits.eventStreams);
  expect(opened).toBeLessThan(limits.eventStreams + count);
});
