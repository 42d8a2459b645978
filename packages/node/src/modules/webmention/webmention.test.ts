import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createMentionBench, type MentionBench } from "../../../test/support/mention-bench.ts";
import { identifyClient } from "../../domain/access/clients.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { addJobs } from "../../store/queues/jobs.ts";
import { readIndexNowKey } from "./index-now.ts";
import { foundLimits } from "./limits.ts";
import {
  countFeedSubscriptions,
  findFeedSubscription,
  saveFeedSubscription,
} from "./store/feed-subscriptions.ts";
import { requestSubscription, sweepSubscriptionsToFeeds, verifySubscription } from "./subscribe.ts";

const node = "https://node1.example";

forEachDatabase((_name, open) => {
  let bench: MentionBench;
  const asked: URLSearchParams[] = [];
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  let status = 204;
  let askedStatus = 200;
  let echo = (challenge: string) => challenge;
  let callback = "";

  /** A bench, and a subscriber that answers what the test says. */
  async function start(): Promise<void> {
    bench = await createMentionBench(await open());
    asked.length = 0;
    got.length = 0;
    status = 204;
    askedStatus = 200;
    echo = (challenge) => challenge;
    const server = await bench.serve(async (request, response) => {
      if (request.method === "GET") {
        const query = new URL(request.url ?? "", "https://x.example").searchParams;
        asked.push(query);
        response.writeHead(askedStatus).end(echo(query.get("hub.challenge") ?? ""));
        return;
      }
      got.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status).end();
    });
    callback = server.url("/callback?mine=1");
  }
  afterEach(() => bench[Symbol.asyncDispose]());

  const request = (
    changes: Partial<Parameters<typeof requestSubscription>[1]> = {},
    ip: string | null = null,
  ) =>
    requestSubscription(
      bench.context,
      {
        mode: "subscribe",
        topic: `${node}/feed.xml`,
        callback,
        leaseSeconds: "",
        secret: "",
        ...changes,
      },
      { ip },
    );
  const ask = async (...asked: Parameters<typeof request>) => {
    await request(...asked);
    await bench.queue.settled();
  };

  it("delivers a feed to who asked for it and said so again, signed, when it changes", async () => {
    await start();
    await ask({ secret: "a secret", leaseSeconds: "7200" });
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      mine: "1",
      "hub.mode": "subscribe",
      "hub.topic": `${node}/feed.xml`,
      "hub.lease_seconds": "7200",
    });
    await bench.publish("# The first post");
    await bench.queue.settled();
    expect(got).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: "" }] = got;
    expect(body).toContain("The first post");
    expect(body).toContain(`<atom:link href="${node}/websub" rel="hub"/>`);
    const signature = createHmac("sha256", "a secret").update(body).digest("hex");
    expect(headers).toMatchObject({
      "content-type": "application/xml; charset=utf-8",
      link: `<${node}/websub>; rel="hub", <${node}/feed.xml>; rel="self"`,
      "x-hub-signature": `sha256=${signature}`,
    });
    // A draft changes nothing that readers see; a feed that is as before is not sent again.
    const announce = { kind: "announce" as const, host: "", payload: '{"publicationId":9,"path":"/x"}' };
    await bench.context.store.transaction((tx) =>
      addJobs(tx, [{ ...announce, now: 0, expiresAt: Number.MAX_SAFE_INTEGER }]),
    );
    await bench.queue.settled();
    expect(got).toHaveLength(1);
    bench.context.clock.advance(7_200_000);
    await sweepSubscriptionsToFeeds(bench.context);
    await bench.publish("# After the lease");
    await bench.queue.settled();
    expect(got).toHaveLength(1);
  });

  it.each([
    ["", foundLimits.usualLeaseSeconds],
    ["nonsense", foundLimits.usualLeaseSeconds],
    ["1", foundLimits.shortestLeaseSeconds],
    [String(foundLimits.leaseSeconds), foundLimits.leaseSeconds],
    [String(foundLimits.leaseSeconds + 1), foundLimits.leaseSeconds],
    ["9".repeat(9), foundLimits.leaseSeconds],
  ])("gives a lease of its own where %j seconds are asked for", async (leaseSeconds, seconds) => {
    await start();
    await ask({ leaseSeconds });
    expect(asked[0]?.get("hub.lease_seconds")).toBe(String(seconds));
    const saved = await findFeedSubscription(bench.context.store.db, { topic: "/feed.xml", callback });
    expect(saved?.expiresAt).toBe(bench.context.clock.now() + seconds * 1_000);
  });

  it("delivers the feed of a tag and every format, and tries again", async () => {
    await start();
    for (const topic of ["/atom.xml", "/feed.json", "/tags/sea/feed.xml"])
      await ask({ topic: `${node}${topic}` });
    status = 503;
    await bench.publish("# By the #sea");
    await bench.queue.settled();
    const tries = got.splice(0).length;
    expect(tries).toBe(3);
    status = 200;
    bench.context.clock.advance(60 * 60_000);
    await bench.queue.settled();
    expect(got.map(({ headers }) => headers["content-type"]?.split(";")[0]).sort()).toEqual([
      "application/feed+json",
      "application/xml",
      "application/xml",
    ]);
    expect(got.every(({ headers }) => headers["x-hub-signature"] === undefined)).toBe(true);
  });

  it("forgets who is gone, who wants no more, and who never wanted", async () => {
    await start();
    await ask();
    status = 410;
    await bench.publish("# One");
    await bench.queue.settled();
    status = 204;
    await bench.publish("# Two");
    await bench.queue.settled();
    expect(got.splice(0)).toHaveLength(1);
    await ask();
    await ask({ mode: "unsubscribe" });
    expect(asked.at(-1)?.get("hub.mode")).toBe("unsubscribe");
    echo = () => "something else";
    await ask();
    await bench.publish("# Three");
    await bench.queue.settled();
    expect(got).toEqual([]);
  });

  it("refuses what is no feed, no callback or no mode, and bounds what waits", async () => {
    await start();
    for (const wrong of [
      { mode: "publish" },
      { topic: `${node}/about` },
      { topic: "https://elsewhere.example/feed.xml" },
      { topic: `${node}/tags/a/b/feed.xml` },
      { topic: `${node}/tags/Send%20ETH/feed.xml` },
      { topic: `${node}/tags/%E2%80%AEsea/feed.xml` },
      { callback: "http://a.example/" },
      { callback: "https://a:b@a.example/" },
      { secret: "x".repeat(foundLimits.secretBytes + 1) },
    ]) {
      await expect(request(wrong)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    }
    await bench.queue.stop();
    for (let number = 0; number < foundLimits.verificationsPerHost; number += 1) await request();
    await expect(request()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await request({ callback: "https://another.example/" });
    await bench.set("enableRss", "false");
    await expect(request({ callback: "https://a.example/" })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  it("asks the callback of a new subscription once, and frees its place", async () => {
    await start();
    for (let n = 0; n < foundLimits.verificationsPerClient; n += 1) {
      await request({ callback: `https://none${n}.invalid/` }, "192.0.2.1");
    }
    // Another network has places of its own, while the first one's are not free yet.
    await request({}, "198.51.100.1");
    await bench.queue.settled();
    expect(asked).toHaveLength(1);
    const states = (await bench.jobs()).map(({ kind, state, attempts }) => ({ kind, state, attempts }));
    expect(states.filter(({ state }) => state === "pending")).toEqual([]);
    expect(states.filter(({ state }) => state === "refused")).toHaveLength(
      foundLimits.verificationsPerClient,
    );
    await bench.queue.stop();
    for (let n = 0; n < foundLimits.verificationsPerClient; n += 1) {
      await request({ callback: `https://again${n}.invalid/` }, "192.0.2.1");
    }
    const tooMany = { code: "RATE_LIMITED", retryAfter: 60 };
    // A renewal needs no place.
    await request({}, "192.0.2.1");
    await expect(request({ callback: "https://more.invalid/" }, "192.0.2.1")).rejects.toMatchObject(tooMany);
    await request({ callback: "https://more.invalid/" }, "198.51.100.1");
  });

  it("always has room for the renewal and the end of a subscription, once each, and tries them again", async () => {
    await start();
    await ask({}, "192.0.2.1");
    const { store } = bench.context;
    const fields = { secret: null, client: null, expiresAt: Number.MAX_SAFE_INTEGER, createdAt: 0 };
    await store.transaction(async (tx) => {
      for (let n = 1; n < foundLimits.subscriptions; n += 1) {
        await saveFeedSubscription(tx, {
          topic: "/feed.xml",
          callback: `https://a.example/${n}`,
          host: "a.example",
          ...fields,
        });
      }
    });
    const other = { topic: `${node}/atom.xml` };
    await expect(request(other)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    askedStatus = 503;
    await ask({ secret: "new", leaseSeconds: "7200" }, "192.0.2.1");
    expect((await bench.jobs()).at(-1)).toMatchObject({ kind: "feed-renew", state: "pending" });
    await ask({ secret: "newer", leaseSeconds: "7200" }, "192.0.2.1");
    const renewals = (await bench.jobs()).filter(({ kind }) => kind === "feed-renew");
    expect(renewals.map(({ state }) => state)).toEqual(["done", "pending"]);
    askedStatus = 200;
    bench.context.clock.advance(600_000);
    await bench.queue.settled();
    expect(await findFeedSubscription(store.db, { topic: "/feed.xml", callback })).toMatchObject({
      secret: "newer",
      expiresAt: bench.context.clock.now() + 7_200_000,
    });
    await ask({ mode: "unsubscribe" });
    expect(await findFeedSubscription(store.db, { topic: "/feed.xml", callback })).toBeNull();
    const { length } = await bench.jobs();
    await ask({ mode: "unsubscribe" });
    expect(await bench.jobs()).toHaveLength(length);
  });

  it.each([
    ["of one network", { client: "x" }, foundLimits.subscriptionsPerClient],
    ["of one host", { host: "x" }, foundLimits.subscriptionsPerHost],
  ])("takes no more subscriptions %s than its share, whenever they are verified", async (_of, same, most) => {
    await start();
    const { store } = bench.context;
    await bench.queue.stop();
    await request({}, "192.0.2.1");
    const client = (await store.transaction((tx) => identifyClient(tx, "192.0.2.1")))?.stored ?? null;
    const { host } = new URL(callback);
    const shared = { ...("client" in same && { client }), ...("host" in same && { host }) };
    await store.transaction(async (tx) => {
      for (let n = 0; n < most; n += 1) {
        await saveFeedSubscription(tx, {
          topic: "/feed.xml",
          callback: `https://a${n}.example/`,
          host: `a${n}.example`,
          secret: null,
          client: null,
          expiresAt: Number.MAX_SAFE_INTEGER,
          createdAt: 0,
          ...shared,
        });
      }
    });
    await expect(request({ topic: `${node}/atom.xml` }, "192.0.2.1")).rejects.toMatchObject({
      code: "RATE_LIMITED",
    });
    const [job] = await bench.jobs();
    if (!job) throw new Error("Nothing waits.");
    expect(await verifySubscription(bench.context, job)).toMatchObject({
      result: "refused",
      reason: "there are many subscriptions",
    });
    expect(asked).toHaveLength(1);
    expect(await findFeedSubscription(store.db, { topic: "/feed.xml", callback })).toBeNull();
    expect(await countFeedSubscriptions(store.db, { prefix: "" })).toMatchObject({ rows: most });
  });

  it("tells a search engine of changed pages together, once the owner wants that", async () => {
    await start();
    await bench.publish("# Nobody is told");
    await bench.queue.settled();
    const { store } = bench.context;
    expect(await readIndexNowKey(store.db)).toBeNull();
    await bench.set("indexNow", callback);
    status = 429;
    const first = await bench.publish("# One");
    await bench.queue.settled();
    expect(got.splice(0)).toHaveLength(1);
    expect((await bench.jobs()).filter(({ kind }) => kind === "index-now")).toMatchObject([
      { state: "pending", attempts: 1 },
    ]);
    status = 202;
    await destroyPublication(bench.context, first.id);
    await bench.publish("# Two");
    bench.context.clock.advance(60 * 60_000);
    await bench.queue.settled();
    const key = await readIndexNowKey(store.db);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const told = got.map(({ body }) => JSON.parse(body));
    expect(told[0]).toMatchObject({ host: "node1.example", key, keyLocation: `${node}/${key}.txt` });
    const pages = new Set(told.flatMap(({ urlList }) => urlList));
    expect([...pages].sort()).toEqual([`${node}/slug/one`, `${node}/slug/two`]);
  });
});
