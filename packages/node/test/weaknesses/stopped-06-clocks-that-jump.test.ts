import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { timestampWindowSeconds } from "@freehold/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessLimits } from "../../src/domain/access/access-limits.ts";
import { signIn } from "../../src/domain/access/sign-in.ts";
import { readSignInMessage } from "../../src/domain/access/sign-in-message.ts";
import { confirmClock, readClockState } from "../../src/domain/clock.ts";
import { createPublication } from "../../src/domain/publications/create.ts";
import { publishScheduled, schedulePublication } from "../../src/domain/publications/schedule.ts";
import { prepareSignature } from "../../src/domain/publications/signing/prepare-signatures.ts";
import { signPublication } from "../../src/domain/publications/signing/sign.ts";
import { withdrawFuturePosts } from "../../src/domain/publications/withdraw-posts.ts";
import { createVisitors } from "../../src/domain/visitors.ts";
import { createClockWatch } from "../../src/jobs/clock-watch.ts";
import { createQueue } from "../../src/jobs/queue.ts";
import { createRates } from "../../src/limiter/rates.ts";
import { makeDailyBackup, nameBackup } from "../../src/modules/backup/daily.ts";
import { insertConnection } from "../../src/store/peers/connections.ts";
import { ensurePeer, nextCatchUpAt, scheduleCatchUp } from "../../src/store/peers/peers.ts";
import { saveProfile } from "../../src/store/peers/profiles.ts";
import { findPublication } from "../../src/store/publications/publications.ts";
import { mayClockBeWrong } from "../../src/store/queues/clock-doubt.ts";
import { addOutboxEntry } from "../../src/store/queues/outbox.ts";
import { addPulls } from "../../src/store/queues/pulls.ts";
import { countByState, nextDueAt } from "../../src/store/queues/queue-rows.ts";
import { createHandClock, type HandClock } from "../support/delivery-bench.ts";
import { type HttpNode, openHttpNode } from "../support/http-node.ts";
import { addressOf, profileOf, pullOf } from "../support/store-records.ts";

const hourMs = 3_600_000;
let node: HttpNode;
let clock: HandClock;
beforeEach(async () => {
  node = await openHttpNode();
  clock = createHandClock(Date.now());
});
afterEach(() => node[Symbol.asyncDispose]());

const here = () => ({ ...node.ctx, clock });

/** Signs a post by the hand clock. @returns its hash and second */
async function publish(text: string) {
  const source = (async function* () {
    yield new TextEncoder().encode(text);
  })();
  const { id } = await createPublication(here(), { kind: "POST", state: "draft", source });
  const meaning = await prepareSignature(here(), id);
  await signPublication(here(), id, node.sign("StatementOfSource", meaning));
  return { hash: meaning.contentHash, timestamp: Number(meaning.timestamp) };
}

/** The hashes of the index, oldest first; strictly newer than a second where one is given. */
async function readIndex(since?: number): Promise<string[]> {
  const query = since === undefined ? "" : `&since=${since}`;
  const reply = await node.app.inject({ url: `/ewp/publications?limit=100${query}` });
  return reply.json().data.map((entry: { contentHash: string }) => entry.contentHash);
}

describe("the own clock", () => {
  test("many publications of one second are in the order in which they were signed", async () => {
    const made = [];
    for (let count = 0; count < 12; count += 1) made.push(await publish(`# Post ${count}`));
    expect(new Set(made.map(({ timestamp }) => timestamp)).size).toBe(1);
    expect(await readIndex()).toEqual(made.map(({ hash }) => hash));
    const second = made[0]?.timestamp ?? 0;
    expect(await readIndex(second - 1)).toHaveLength(12);
    expect(await readIndex(second)).toEqual([]);
  });

  test("that goes back within the window signs after the last timestamp, so that a pull since then includes it", async () => {
    const before = await publish("# Before");
    clock.advance(-0.9 * hourMs);
    const after = await publish("# After");
    expect(after.timestamp).toBeGreaterThanOrEqual(before.timestamp);
    expect(await readIndex()).toEqual([before.hash, after.hash]);
  });

  test("that goes back by more says when signing works again, and it does then", async () => {
    await publish("# Before");
    clock.advance(-5 * hourMs);
    await expect(publish("# Too early")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/again in 2[34]\d minutes/),
    });
    clock.advance(5 * hourMs - timestampWindowSeconds * 1000 + 1_000);
    await publish("# In time");
    expect(await readIndex()).toHaveLength(2);
  });

  test("that jumps does not extend a sign-in message, in either direction", async () => {
    const site = { domain: "ada.example", uri: "https://ada.example/" };
    for (const jump of [2 * hourMs, -2 * hourMs, accessLimits.signInMs]) {
      const { message } = await readSignInMessage(here(), { address: node.address, ...site });
      const signature = await node.wallet.signMessage(message);
      clock.advance(jump);
      await expect(signIn(here(), { message, signature, ...site })).rejects.toMatchObject({
        code: "EXPIRED_SIGNATURE",
      });
    }
  });

  test("does not affect the rate limits", () => {
    const limiter = createRates({ perMinute: 1, keys: 10 });
    expect(limiter.take("192.0.2.1")).toBe(0);
    // By a monotonic clock, whatever the machine's says.
    expect(limiter.take("192.0.2.1")).toBeGreaterThan(50_000);
  });

  test.each(["while the node runs", "between two runs"])(
    "that goes back %s keeps nothing waiting: deliveries, pulls and peers are due sooner by as much",
    async (when) => {
      const { store, log } = node.ctx;
      const [peer, later] = [addressOf(5), clock.now() + hourMs];
      await store.transaction(async (tx) => {
        const entry = { kind: "publication", peerAddress: peer, payload: null, now: clock.now() } as const;
        await addOutboxEntry(tx, { ...entry, subject: "1", dueAt: later, expiresAt: later + hourMs });
        await addPulls(tx, [pullOf(5, 1, { now: later, expiresAt: later + hourMs })]);
        await ensurePeer(tx, peer);
        await scheduleCatchUp(tx, peer, later);
      });
      let mark = 0;
      const watch = createClockWatch({ goesOn: () => mark });
      await watch({ store, clock, log });
      clock.advance(-6 * hourMs);
      mark += 1_000;
      const look = when === "while the node runs" ? watch : createClockWatch({ goesOn: () => mark });
      await look({ store, clock, log });
      const due = await Promise.all([nextDueAt(store.db, "outbox"), nextDueAt(store.db, "pulls")]);
      for (const at of [...due, await nextCatchUpAt(store.db)])
        expect(Number(at) - clock.now()).toBeLessThanOrEqual(hourMs + 2_000);
      expect(Number(due[0])).toBeGreaterThan(clock.now());
    },
  );

  test("that goes back does not keep visitors in the list", () => {
    const visitors = createVisitors(clock, 2);
    visitors.touch(addressOf(1));
    clock.advance(-5 * hourMs);
    visitors.touch(addressOf(2));
    visitors.touch(addressOf(3));
    expect(visitors.list()).toHaveLength(2);
  });
});

describe("another's clock", () => {
  const end = (timestamp: number) =>
    node.app.inject({
      method: "DELETE",
      url: "/ewp/connections",
      payload: node.sign("DestroyConnection", {
        followerAddress: node.address,
        followeeAddress: addressOf(5),
        timestamp,
      }),
    });

  test("two events in one second: a follow and its unfollow, and the unfollow replayed", async () => {
    const other = await openHttpNode();
    try {
      const second = Math.floor(Date.now() / 1000);
      const pair = { followerAddress: other.address, followeeAddress: node.address };
      const urls = { followerUrl: "https://other.example", followeeUrl: "https://ada.example" };
      const record = { ...pair, ...urls, signedAt: second, proof: "{}", createdAt: second * 1000 + 999 };
      const follow = () =>
        node.ctx.store.transaction(async (tx) => {
          await saveProfile(tx, profileOf(5, { address: other.address, url: urls.followerUrl }));
          await insertConnection(tx, record);
        });
      const end = async (timestamp: number) => {
        const payload = other.sign("DestroyConnection", { ...pair, timestamp });
        const reply = await node.app.inject({ method: "DELETE", url: "/ewp/connections", payload });
        return [reply.statusCode, reply.body === "" ? null : reply.json().error];
      };
      await follow();
      expect(await end(second - 1)).toEqual([409, "STALE_REQUEST"]);
      expect(await end(second)).toEqual([204, null]);
      expect(await end(second)).toEqual([404, "CONNECTION_NOT_FOUND"]);
      // A follow of the very second in which another one ended is a new one.
      await follow();
      expect(await end(second)).toEqual([204, null]);
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });

  test.each([-1, 1])(
    "wrong by hours is refused with the reason, and by less than the window is accepted (%i)",
    async (direction) => {
      const now = Math.floor(Date.now() / 1000);
      const wrong = await end(now + direction * 3 * timestampWindowSeconds);
      expect([wrong.statusCode, wrong.json().error]).toEqual([400, "INVALID_TIMESTAMP"]);
      const right = await end(now + direction * (timestampWindowSeconds - 60));
      expect(right.json().error).toBe("CONNECTION_NOT_FOUND");
    },
  );
});

describe("a clock that jumps ahead", () => {
  const yearMs = 365 * 24 * hourMs;
  /** What other hosts show, each of them. */
  let others: number[] = [];
  const watchOf = (told: object[] = []) =>
    createClockWatch({
      goesOn: () => clock.now(),
      askOthers: async () => others,
      onDoubt: async (_tx, times) => told.push(times),
    });
  const context = () => ({ store: node.ctx.store, clock, log: node.ctx.log });
  const schedule = async () => {
    const source = (async function* () {
      yield new TextEncoder().encode("# Tomorrow");
    })();
    const { id } = await createPublication(here(), { kind: "POST", state: "draft", source });
    await schedulePublication(here(), id, clock.now() + 24 * hourMs);
    return id;
  };
  beforeEach(() => {
    others = [];
  });

  test("has nothing signed until two others or the owner agree, and one that was set back needs neither", async () => {
    const told: object[] = [];
    await watchOf()(context());
    clock.advance(yearMs);
    // A new process: it knows the last good time alone.
    const watch = watchOf(told);
    await watch(context());
    await expect(publish("# Ahead")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("freehold clock --confirm"),
    });
    expect(await readIndex()).toEqual([]);
    others = [clock.now()];
    await watch(context());
    await expect(publish("# One alone")).rejects.toMatchObject({ code: "CONFLICT" });
    others = [clock.now(), clock.now() + hourMs / 2, clock.now() - yearMs];
    await watch(context());
    await publish("# Right");
    expect(told).toHaveLength(1);

    clock.advance(yearMs);
    others = [];
    await watch(context());
    await expect(confirmClock(here(), clock.now() - 2 * hourMs)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(publish("# Ahead")).rejects.toMatchObject({ code: "CONFLICT" });
    await confirmClock(here(), clock.now());
    await publish("# Confirmed");

    clock.advance(yearMs);
    await watchOf()(context());
    await expect(publish("# Ahead")).rejects.toMatchObject({ code: "CONFLICT" });
    clock.advance(-yearMs + hourMs);
    await watchOf()(context());
    await publish("# Set back");
    expect(await readIndex()).toHaveLength(3);
  });

  test("causes no doubt where the machine was off for a night, or where nobody knows the time before", async () => {
    const told: object[] = [];
    await watchOf(told)(context());
    clock.advance(23 * hourMs);
    await watchOf(told)(context());
    await publish("# In the morning");
    expect(told).toEqual([]);
  });

  test("neither gives up what waits nor removes what is old, also before anybody has noticed", async () => {
    await watchOf()(context());
    const id = await schedule();
    await node.ctx.store.transaction((tx) =>
      addOutboxEntry(tx, {
        kind: "publication",
        peerAddress: addressOf(5),
        subject: "1",
        payload: null,
        now: clock.now(),
        expiresAt: clock.now() + 30 * 24 * hourMs,
      }),
    );
    clock.advance(yearMs);
    expect(await mayClockBeWrong(node.ctx.store.db, clock.now())).toBe(true);
    const queue = createQueue({
      name: "outbox",
      table: "outbox",
      context: { ...here() },
      health: null,
      work: async () => ({ result: "done" }),
      concurrency: 1,
      perPeer: 1,
      slow: { atATime: 1, abortAfterMs: null },
      leaseMs: 60_000,
      pollMs: 10,
    });
    queue.start();
    await queue.settled();
    await queue.stop();
    expect(await countByState(node.ctx.store.db, "outbox")).toMatchObject({ pending: 1, expired: 0 });
    expect(await findPublication(node.ctx.store.db, id)).toMatchObject({ state: "draft" });
  });

  test("and was believed: what it dated becomes drafts again, and signing works at once", async () => {
    const before = await publish("# Before");
    clock.advance(yearMs);
    await publish("# Ahead");
    const early = await schedule();
    clock.advance(24 * hourMs);
    expect(await publishScheduled(here())).toBe(1);
    clock.advance(-yearMs - 24 * hourMs);
    await expect(publish("# Blocked")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("freehold clock --withdraw"),
    });
    const { futurePosts } = await readClockState(here());
    expect(futurePosts).toHaveLength(2);
    expect(futurePosts).toContain(early);
    // Only what the owner names.
    expect(await withdrawFuturePosts(here(), [-1])).toEqual([]);
    expect(await withdrawFuturePosts(here(), futurePosts)).toHaveLength(2);
    expect(await readIndex()).toEqual([before.hash]);
    const after = await publish("# After");
    expect(after.timestamp).toBeGreaterThanOrEqual(before.timestamp);
    expect(Math.abs(after.timestamp * 1000 - clock.now())).toBeLessThan(2_000);
    expect(await readIndex(before.timestamp - 1)).toEqual([before.hash, after.hash]);
    expect((await readClockState(here())).futurePosts).toEqual([]);
    // The law holds when the clock comes there: nothing is lower than what was signed before.
    clock.advance(yearMs - hourMs / 2);
    const then = await publish("# Then");
    expect(then.timestamp).toBeGreaterThanOrEqual(after.timestamp);
  });

  test("takes no backup of the true date away for one of the wrong date", async () => {
    const folder = join(node.ctx.config.dataDir, "backups");
    await mkdir(folder, { recursive: true });
    const ahead = [1, 2].map((day) => nameBackup(clock.now() + yearMs + day * 24 * hourMs));
    for (const name of ahead) await writeFile(join(folder, name), "made by a wrong clock");
    const context = { ...here(), config: { ...node.ctx.config, dailyBackups: 2 } };
    const made = [await makeDailyBackup(context)];
    expect(await readdir(folder)).toEqual([basename(String(made[0])), ...ahead]);
    clock.advance(25 * hourMs);
    made.push(await makeDailyBackup(context));
    // Now there are enough others.
    expect((await readdir(folder)).sort()).toEqual(made.map((path) => basename(String(path))));
  });
});
