import { createPublicKey, verify } from "node:crypto";
import { afterEach, expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { createJobBench, type JobBench } from "../../../test/support/job-bench.ts";
import { createPushDevice } from "../../../test/support/push-device.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { notificationLimits } from "./limits.ts";
import { notify } from "./notify.ts";
import { readVapidPublicKey, subscribeNotification, unsubscribeNotification } from "./push-devices.ts";
import { listPushSubscriptions } from "./store.ts";

const hourMs = 60 * 60 * 1000;

forEachDatabase((_name, open) => {
  let bench: JobBench;
  const start = async () => {
    bench = await createJobBench(await open());
  };
  afterEach(() => bench[Symbol.asyncDispose]());

  const device = createPushDevice();
  const subscribe = (endpoint: string, keys = device.keys) =>
    subscribeNotification(bench.context, { endpoint, keys });
  const tell = async (title = "Bob", number = 2) => {
    const { store, clock } = bench.context;
    const about = { address: addressOf(number), title, url: "https://bob.example", now: clock.now() };
    await store.transaction((tx) => notify(tx, { type: "follower", ...about }));
    await bench.queue.settled();
  };
  const devices = () => listPushSubscriptions(bench.context.store.db);

  it("brings a message that only the device can read, and proves who sends it", async () => {
    await start();
    const service = await bench.receive();
    await subscribe(service.url("/send/abc"));
    await tell();
    expect(service.posted).toHaveLength(1);
    const [posted] = service.posted;
    if (!posted) throw new Error("Nothing was posted.");
    expect(posted.path).toBe("/send/abc");
    expect(posted.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(posted.body.toString("latin1")).not.toContain("Bob");
    expect(JSON.parse(device.open(posted.body))).toMatchObject({
      type: "follower",
      title: "A new follower",
      body: "Bob (https://bob.example)",
      data: { address: addressOf(2) },
    });
    expect(() => createPushDevice().open(posted.body)).toThrow();

    const [, token = "", key = ""] =
      /^vapid t=(.+), k=(.+)$/.exec(String(posted.headers.authorization)) ?? [];
    expect(key).toBe(await readVapidPublicKey(bench.context));
    expect(readToken(token, key)).toMatchObject({ aud: new URL(service.url()).origin });
    expect(await bench.jobs()).toMatchObject([{ state: "done" }]);
  });

  it("makes its keys once, however many ask for them at once, and never tells the private one", async () => {
    await start();
    const keys = await Promise.all(Array.from({ length: 8 }, () => readVapidPublicKey(bench.context)));
    expect(new Set(keys).size).toBe(1);
    expect(Buffer.from(keys[0] ?? "", "base64url")).toHaveLength(65);
  });

  it.each([404, 410])("forgets a device of which its service says %i", async (status) => {
    await start();
    const service = await bench.receive();
    await subscribe(service.url("/gone"));
    await subscribe(service.url("/gone-too"));
    service.answer(status);
    await tell();
    expect(await devices()).toEqual([]);
    expect(await bench.jobs()).toMatchObject([{ state: "refused" }, { state: "refused" }]);
  });

  it("tries again when the service is out of order, as late as it asks for", async () => {
    await start();
    const service = await bench.receive();
    await subscribe(service.url("/busy"));
    service.answer(429, { "Retry-After": "600" });
    await tell();
    const [job] = await bench.jobs();
    expect(job).toMatchObject({ state: "pending", attempts: 1 });
    expect(job?.nextTryAt).toBe(bench.context.clock.now() + 600_000);
    service.answer(null);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([{ state: "pending", attempts: 2 }]);
    service.answer(201);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(await bench.jobs()).toMatchObject([{ state: "done" }]);
    // The same Topic each time, so that the service keeps one of them.
    expect(new Set(service.posted.map(({ headers }) => headers.topic)).size).toBe(1);
    expect(await devices()).toHaveLength(1);
  });

  it("keeps a message within what push services take, whatever a peer calls itself", async () => {
    await start();
    const service = await bench.receive();
    await subscribe(service.url("/long"));
    await tell("\u0001\u{1f600}".repeat(2_000));
    const [posted] = service.posted;
    if (!posted) throw new Error("Nothing was posted.");
    expect(posted.body.length).toBeLessThan(4_096);
    const text = device.open(posted.body);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1024);
    expect(JSON.parse(text)).toMatchObject({ type: "follower", data: {} });
  });

  it("sends nothing to a device that was unsubscribed meanwhile", async () => {
    await start();
    const service = await bench.receive();
    const endpoint = service.url("/left");
    await subscribe(endpoint);
    service.answer(500);
    await tell();
    expect(await unsubscribeNotification(bench.context, endpoint)).toBe(true);
    expect(await unsubscribeNotification(bench.context, endpoint)).toBe(false);
    bench.context.clock.advance(hourMs);
    await bench.queue.settled();
    expect(service.posted).toHaveLength(1);
    expect(await bench.jobs()).toMatchObject([{ state: "refused" }]);
  });

  it("takes as many devices as may be, and new keys of one that it knows", async () => {
    await start();
    const other = createPushDevice();
    for (let number = 0; number < notificationLimits.pushSubscriptions; number += 1)
      await subscribe(`https://push.example/${number}`);
    await expect(subscribe("https://push.example/more")).rejects.toMatchObject({ code: "TOO_MANY" });
    await subscribe("https://push.example/3", other.keys);
    expect(await devices()).toHaveLength(notificationLimits.pushSubscriptions);
    expect((await devices())[3]).toMatchObject({ endpoint: "https://push.example/3", ...other.keys });
  });

  it("does not take what is no subscription", async () => {
    await start();
    const refused = { code: "VALIDATION_FAILED" };
    const endpoints = [
      "http://push.example/1",
      "https://a:b@push.example/1",
      "push.example",
      "https://x/\n",
      "",
    ];
    for (const endpoint of [...endpoints, `https://x.example/${"a".repeat(2_048)}`]) {
      await expect(subscribe(endpoint)).rejects.toMatchObject(refused);
    }
    const { p256dh, auth } = device.keys;
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
    for (const keys of [
      { p256dh: offCurve, auth },
      { p256dh: p256dh.slice(1), auth },
      { p256dh, auth: "" },
      { p256dh, auth: `${auth}AAAA` },
    ]) {
      await expect(subscribe("https://push.example/1", keys)).rejects.toMatchObject(refused);
    }
    expect(await devices()).toEqual([]);
  });
});

/** The claims of a VAPID token (RFC 8292). @throws when the key did not sign it */
function readToken(token: string, key: string): unknown {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("The token is not signed by this key.");
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}
