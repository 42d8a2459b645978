import { createHmac } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createJobBench, type JobBench, type Posted } from "../../../test/support/job-bench.ts";
import { openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { addressOf, listJobs } from "../../../test/support/store-records.ts";
import { updatePublication } from "../../domain/publications/update.ts";
import { destroyPublication } from "../../domain/trash/destroy.ts";
import { emit, type NodeEvents } from "../../store/events.ts";
import { listNotifications } from "../notifications/notification.ts";
import { deliverWebhook, signWebhook } from "./deliver-webhook.ts";
import { updateWebhook } from "./store.ts";
import { deliveryColumns } from "./tables.ts";
import { addWebhookEvent, webhookEventTypes } from "./webhook-events.ts";
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
} from "./webhooks.ts";

const hourMs = 60 * 60 * 1000;

forEachDatabase((_name, open) => {
  let bench: JobBench;
  const start = async () => {
    bench = await createJobBench(await open());
  };
  afterEach(() => bench[Symbol.asyncDispose]());

  const create = (url: string, events: readonly string[] = ["follower.removed"]) =>
    createWebhook(bench.context, { url, events });
  /** Something happens, so many times in one transaction, and what is due is done. */
  const happen = async (times = 1) => {
    const { store, clock } = bench.context;
    await store.transaction(async (tx) => {
      for (let number = 0; number < times; number += 1) {
        const data = { address: addressOf(number + 1) };
        await addWebhookEvent(tx, { type: "follower.removed", data, now: clock.now() });
      }
    });
    await bench.queue.settled();
  };
  const deliveries = (id: number) => listWebhookDeliveries(bench.context, id);

  it("tells what was asked for, and lets the receiver check that it is true and fresh", async () => {
    await start();
    const receiver = await bench.receive();
    const { id, secret } = await create(receiver.url("/hook?a=1"));
    await create(receiver.url("/other"), ["publication.signed"]);
    await happen();
    expect(receiver.posted.map(({ path }) => path)).toEqual(["/hook?a=1"]);
    const [posted] = receiver.posted;
    if (!posted) throw new Error("Nothing was posted.");
    const { t, v1 } = readSignature(posted);
    expect(Number(t)).toBe(Math.floor(bench.context.clock.now() / 1000));
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${posted.body}`).digest("hex"));
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signed = `${posted.headers["webhook-id"]}.${t}.${posted.body}`;
    expect(posted.headers).toMatchObject({
      "webhook-timestamp": t,
      "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    });
    const event = JSON.parse(String(posted.body));
    expect(posted.headers["webhook-id"]).toBe(event.id);
    expect(event).toEqual({
      id: posted.headers["x-freehold-delivery"],
      type: "follower.removed",
      createdAt: new Date(bench.context.clock.now()).toISOString(),
      data: { address: addressOf(1) },
    });
    expect(posted.headers).toMatchObject({
      "x-freehold-event": "follower.removed",
      "content-type": "application/json",
      "user-agent": "Freehold/0.1",
    });
    expect(await deliveries(id)).toMatchObject([
      { eventId: event.id, event: "follower.removed", attempt: 1, status: 201, problem: null },
    ]);
    const [{ durationMs = -1 } = {}] = await deliveries(id);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThan(10_000);
  });

  it("may be told of each event, with what is said of it", async () => {
    await start();
    const receiver = await bench.receive();
    await create(receiver.url("/hook"), webhookEventTypes);
    const { store, clock } = bench.context;
    const now = clock.now();
    const address = addressOf(1);
    const proof = {
      id: 1,
      contentHash: `0x${"11".repeat(32)}`,
      signature: `0x${"22".repeat(65)}`,
      timestamp: 3,
    };
    const signed = {
      ...proof,
      publisherAddress: address,
    } as unknown as NodeEvents["publications.replicated"]["publications"][number];
    const peer = { address, title: "A", url: "https://a.example" };
    const comment = { commentId: 4, publicationId: 5, authorName: "B" };
    const publication = {
      id: 7,
      kind: "POST",
      state: "local",
      contentHash: proof.contentHash,
      slug: "a",
    } as unknown as NodeEvents["publication.changed"]["publication"];
    await store.transaction(async (tx) => {
      await emit(tx, "publication.published", { publication, now });
      await emit(tx, "publication.changed", { publication, now });
      await emit(tx, "publication.signed", { ...signed, slug: "a", now });
      await emit(tx, "publications.replicated", { publications: [signed, signed], now });
      await emit(tx, "follower.created", { ...peer, now });
      await emit(tx, "follower.removed", { address, now });
      await emit(tx, "comment.confirmed", { ...comment, now });
      await emit(tx, "peer.failing", { ...peer, since: "2026-01-01T00:00:00.000Z", now });
    });
    await bench.queue.settled();
    const told = receiver.posted.map(({ body }) => JSON.parse(String(body)));
    // A change of a stored publication is in the next test.
    const others = webhookEventTypes.filter((type) => type !== "publication.updated");
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(others));
    const { title: _title, ...node } = peer;
    expect(told.map(({ type, data }) => [type, data]).sort()).toEqual([
      ["comment.confirmed", comment],
      ["follower.created", node],
      ["follower.removed", { address }],
      ["peer.failing", { ...node, since: "2026-01-01T00:00:00.000Z" }],
      ["publication.deleted", publication],
      ["publication.published", publication],
      ["publication.replicated", signed],
      ["publication.replicated", signed],
      ["publication.signed", { ...signed, slug: "a" }],
    ]);
  });

  it("tells of unsigned posts, of edits and of deletions, and of nothing that readers don't see", async () => {
    await start();
    const store = await open();
    await using owner = await openOwnerFixture(store);
    const { context } = owner;
    const types = [
      "publication.published",
      "publication.updated",
      "publication.deleted",
      "publication.signed",
    ];
    await createWebhook(context, { url: "https://hook.example/a", events: types });
    let heard = 0;
    /** The events since the last call, the oldest first. */
    const told = async () => {
      const jobs = (await listJobs(store.db, { limit: 100 })).toReversed();
      const bodies = jobs
        .filter(({ kind }) => kind === "webhook")
        .map(({ payload }) => JSON.parse(payload).body);
      const news = bodies.slice(heard).map((body) => JSON.parse(body));
      heard = bodies.length;
      return news.map(({ type, data }) => [type.replace("publication.", ""), data.id, data.state]);
    };
    const draft = await owner.post("A draft", "draft");
    await updatePublication(context, draft.id, { body: "Another draft" });
    expect(await told()).toEqual([]);
    await updatePublication(context, draft.id, { state: "local" });
    expect(await told()).toEqual([["published", draft.id, "local"]]);
    context.clock.advance(1000);
    await updatePublication(context, draft.id, { body: "Another text" });
    expect(await told()).toEqual([["updated", draft.id, "local"]]);
    await destroyPublication(context, draft.id);
    expect(await told()).toEqual([["deleted", draft.id, "local"]]);
    const local = await owner.post("On this site only");
    expect(await told()).toEqual([["published", local.id, "local"]]);
    const other = await owner.post("To be signed", "draft");
    await owner.sign(other.id);
    expect((await told()).map(([type, id]) => [type, id])).toEqual([
      ["published", other.id],
      ["signed", other.id],
    ]);
    await destroyPublication(context, other.id);
    expect(await told()).toEqual([["deleted", other.id, "signed"]]);
    const waiting = await owner.post("Thrown away", "draft");
    await destroyPublication(context, waiting.id);
    expect(await told()).toEqual([]);
  });

  it("sends a test, also to one that waits or is off, and counts only calls as attempts", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(500);
    await happen();
    // The second event finds the webhook waiting.
    await happen();
    bench.context.clock.advance(60_000);
    await bench.queue.settled();
    receiver.answer(204);
    await testWebhook(bench.context, id);
    await bench.queue.settled();
    const events = receiver.posted.map(({ headers }) => headers["x-freehold-event"]);
    expect(events.at(-1)).toBe("test");
    expect(JSON.parse(String(receiver.posted.at(-1)?.body))).toMatchObject({ type: "test", data: {} });
    bench.context.clock.advance(24 * hourMs);
    await bench.queue.settled();
    const all = await deliveries(id);
    for (const eventId of new Set(all.map((one) => one.eventId))) {
      const attempts = all.filter((one) => one.eventId === eventId).map(({ attempt }) => attempt);
      expect(attempts.toReversed()).toEqual(attempts.map((_, index) => index + 1));
    }
    await bench.context.store.transaction((tx) => updateWebhook(tx, id, { active: 0 }));
    await testWebhook(bench.context, id);
    await bench.queue.settled();
    expect(await listWebhooks(bench.context)).toMatchObject([{ active: true, failures: 0 }]);
    await expect(testWebhook(bench.context, id + 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(receiver.posted.filter(({ headers }) => headers["x-freehold-event"] === "test")).toHaveLength(2);
  });

  it("shows the secret when it is made, and never again", async () => {
    await start();
    const { secret } = await create("https://hook.example/a");
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await create("https://hook.example/b")).secret).not.toBe(secret);
    const [hook] = await listWebhooks(bench.context);
    expect(hook).toMatchObject({ url: "https://hook.example/a", events: ["follower.removed"], active: true });
    expect(JSON.stringify(hook)).not.toContain(secret);
  });

  it("tries again with the same id and a new signature until it is taken", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(500);
    await happen();
    receiver.answer(null);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    receiver.answer(204);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    const [first, ...others] = receiver.posted;
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(other.headers["x-freehold-delivery"]).toBe(first?.headers["x-freehold-delivery"]);
      expect(other.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
      expect(other.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"]);
      expect(other.headers["x-freehold-signature"]).not.toBe(first?.headers["x-freehold-signature"]);
      expect(other.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    }
    expect((await deliveries(id)).map(({ attempt, status, problem }) => [attempt, status, problem])).toEqual([
      [3, 204, null],
      [2, null, "unreachable"],
      [1, 500, "answer"],
    ]);
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 0 }]);
  });

  it("queues nothing when the transaction that caused it fails", async () => {
    await start();
    await create("https://hook.example/a");
    const data = { address: addressOf(1) };
    const failed = bench.context.store.transaction(async (tx) => {
      await addWebhookEvent(tx, { type: "follower.removed", data, now: 1 });
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
    expect(await bench.jobs()).toEqual([]);
  });

  it("does not follow a redirect", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(307, { Location: receiver.url("/elsewhere") });
    await happen();
    expect(receiver.posted.map(({ path }) => path)).toEqual(["/hook"]);
    expect(await deliveries(id)).toMatchObject([{ status: null, problem: "bad-reply" }]);
  });

  it("leaves one that fails alone for a while, with all that waits for it", async () => {
    await start();
    const receiver = await bench.receive();
    await create(receiver.url("/hook"));
    receiver.answer(503);
    await happen(30);
    // Its share may have been under way when the first failure was written.
    expect(receiver.posted.length).toBeLessThanOrEqual(8);
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 1, active: true }]);
    receiver.answer(200);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect((await bench.jobs()).every(({ state }) => state === "done")).toBe(true);
  });

  it("counts calls that were under way together as one failure", async () => {
    await start();
    const together = Promise.withResolvers<void>();
    let underWay = 0;
    const receiver = await bench.serve(async (_request, response) => {
      underWay += 1;
      if (underWay === 3) together.resolve();
      await together.promise;
      response.writeHead(503).end();
    });
    await create(receiver.url("/hook"));
    await bench.queue.stop();
    await happen(3);
    const outcomes = (await bench.jobs()).map((job) => deliverWebhook(bench.context, job));
    expect(await Promise.all(outcomes)).toMatchObject(Array(3).fill({ result: "later" }));
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 1, active: true }]);
  });

  it("is switched off after a hundred failures in a row, and the owner is told", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(500);
    await happen(4);
    // Most of the hundred are like the others, and only take time.
    await bench.context.store.transaction(async (tx) => {
      await updateWebhook(tx, id, { failures: 90 });
      const deliveries = await tx.selectFrom("webhook_deliveries").select(deliveryColumns).execute();
      const likeOthers = deliveries.slice(0, 1).map(({ id: _id, ...delivery }) => delivery);
      await tx.insertInto("webhook_deliveries").values(Array(45).fill(likeOthers).flat()).execute();
    });
    for (let failures = 90; failures < 100; failures += 1) {
      expect(await listWebhooks(bench.context)).toMatchObject([{ failures, active: true }]);
      bench.context.clock.advance(2 * hourMs);
      await happen();
    }
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 100, active: false }]);
    const { items } = await listNotifications(bench.context, { first: 9 });
    expect(items).toMatchObject([
      { type: "failed-webhook", data: { webhookId: id, url: receiver.url("/hook") } },
    ]);
    expect(await deliveries(id)).toHaveLength(50);
    const calls = receiver.posted.length;
    await happen();
    bench.context.clock.advance(24 * hourMs);
    await bench.queue.settled();
    expect(receiver.posted).toHaveLength(calls);
    receiver.answer(200);
    await enableWebhook(bench.context, id);
    await happen();
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 0, active: true }]);
    expect(receiver.posted).toHaveLength(calls + 1);
  });

  it("leaves one alone for as long as it asks", async () => {
    await start();
    const receiver = await bench.receive();
    await create(receiver.url("/hook"));
    receiver.answer(503, { "Retry-After": String(3 * 60 * 60) });
    await happen();
    bench.context.clock.advance(2 * hourMs);
    // Another event waits, too.
    await happen();
    expect(receiver.posted).toHaveLength(1);
    receiver.answer(200);
    bench.context.clock.advance(2 * hourMs);
    await bench.queue.settled();
    expect(receiver.posted).toHaveLength(3);
  });

  it("leaves nothing behind when it is deleted while its call is under way", async () => {
    await start();
    const receiver = await bench.serve(async (_request, response) => {
      await deleteWebhook(bench.context, id);
      response.writeHead(500).end();
    });
    const { id } = await create(receiver.url("/hook"));
    await bench.queue.stop();
    await happen();
    const [job] = await bench.jobs();
    if (!job) throw new Error("Nothing waits.");
    await deliverWebhook(bench.context, job);
    const kept = bench.context.store.db.selectFrom("webhook_deliveries").select("id").execute();
    expect([await listWebhooks(bench.context), await kept]).toEqual([[], []]);
  });

  it("gets nothing in its queue while it is switched off, and the owner is told once", async () => {
    await start();
    const receiver = await bench.serve(async (_request, response) => {
      await bench.context.store.transaction((tx) => updateWebhook(tx, id, { active: 0 }));
      response.writeHead(500).end();
    });
    const { id } = await create(receiver.url("/hook"));
    await bench.context.store.transaction((tx) => updateWebhook(tx, id, { failures: 99 }));
    await happen();
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 100, active: false }]);
    expect((await listNotifications(bench.context, { first: 9 })).items).toEqual([]);
    const before = await bench.jobs();
    await happen();
    expect(await bench.jobs()).toEqual(before);
  });

  it("writes nothing about a call that the end of the node broke off", async () => {
    await start();
    const end = new AbortController();
    const receiver = await bench.serve(() => end.abort(new Error("The node ends.")));
    const { id } = await create(receiver.url("/hook"));
    await bench.queue.stop();
    await happen();
    const [job] = await bench.jobs();
    if (!job) throw new Error("Nothing waits.");
    await expect(deliverWebhook(bench.context, job, end.signal)).rejects.toThrow("The node ends.");
    expect(await deliveries(id)).toEqual([]);
    expect(await listWebhooks(bench.context)).toMatchObject([{ failures: 0 }]);
  });

  it("gets what waits for it when it is tried again", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(500);
    await happen();
    receiver.answer(200);
    await bench.queue.settled();
    expect(receiver.posted).toHaveLength(1);
    await enableWebhook(bench.context, id);
    await bench.queue.settled();
    expect(receiver.posted).toHaveLength(2);
    expect(await bench.jobs()).toMatchObject([{ state: "done" }]);
  });

  it("is told nothing any more when it is deleted", async () => {
    await start();
    const receiver = await bench.receive();
    const { id } = await create(receiver.url("/hook"));
    receiver.answer(500);
    await happen();
    await deleteWebhook(bench.context, id);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(receiver.posted).toHaveLength(1);
    expect(await bench.jobs()).toMatchObject([{ state: "refused", lastError: "the webhook was deleted" }]);
    for (const call of [deleteWebhook, listWebhookDeliveries, enableWebhook]) {
      await expect(call(bench.context, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
  });

  it("takes https alone, events that exist, and twenty of them", async () => {
    await start();
    const refused = { code: "VALIDATION_FAILED" };
    for (const url of ["http://hook.example", "https://a:b@hook.example", "ftp://x", "", "https://x/#y"]) {
      await expect(create(url)).rejects.toMatchObject(refused);
    }
    for (const events of [[], ["follower.removed", "everything"]]) {
      await expect(create("https://hook.example", events)).rejects.toMatchObject(refused);
    }
    for (let number = 0; number < 20; number += 1)
      await create(`https://hook.example/${number}`, webhookEventTypes);
    await expect(create("https://hook.example/20")).rejects.toMatchObject({ code: "TOO_MANY" });
    const urls = (await listWebhooks(bench.context)).map(({ url }) => url);
    expect(urls).toEqual(Array.from({ length: 20 }, (_, number) => `https://hook.example/${number}`));
  });
});

it("signs the example of Standard Webhooks as its own libraries do, and with a secret in base64url as well", () => {
  const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1614265330, body: '{"test": 2432232314}' };
  expect(signWebhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message)).toMatchObject({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
  const older = signWebhook(`whsec_${"-_".repeat(21)}8`, message);
  expect(older["webhook-signature"]).toBe(
    signWebhook(`whsec_${"+/".repeat(21)}8=`, message)["webhook-signature"],
  );
});

function readSignature({ headers }: Posted): { t: string; v1: string } {
  const [, t = "", v1 = ""] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-freehold-signature"])) ?? [];
  return { t, v1 };
}
