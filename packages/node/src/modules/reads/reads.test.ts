import { dayMs, hourMs } from "@freehold/protocol/internal";
import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { createEvents } from "../../context.ts";
import { writeNewVersion } from "../../domain/publications/texts/new-version.ts";
import { readSomeSettings, updateSettings } from "../../domain/settings/settings.ts";
import type { Store } from "../../store/database.ts";
import { countReads, writeReads } from "./count.ts";
import { readsLimits } from "./limits.ts";
import { readReads, readReadsOf, sweepReads } from "./read.ts";

const headers = {
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  accept: "text/html",
  "accept-language": "en",
};

/** The last days of a series. */
const tail = (days: readonly number[] | undefined, count: number) => days?.slice(-count);

const fakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
afterEach(() => {
  vi.useRealTimers();
});

forEachDatabase((_name, open) => {
  async function withFixture(
    body: (
      fixture: OwnerFixture,
      read: (postId: number, times?: number) => void,
      store: Store,
    ) => Promise<void>,
  ): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const end = countReads(fixture.context);
    const read = (postId: number, times = 1) => {
      for (let count = 0; count < times; count += 1)
        fixture.context.events.emit("page.sent", { postId, headers });
    };
    await body(fixture, read, store).finally(end);
  }

  it("counts by post and day", () =>
    withFixture(async ({ context, post }, read) => {
      const [first, second, other] = [await post("# One"), await post("# Two"), await post("# Three")];
      read(first.id, 3);
      read(second.id);
      context.events.emit("page.sent", { postId: first.id, headers: { ...headers, accept: "*/*" } });
      context.clock.advance(dayMs);
      read(first.id, 2);
      const all = await readReads(context);
      expect({ ...all, days: tail(all.days, 3) }).toEqual({ areCounted: true, days: [0, 4, 2] });
      expect(all.days).toHaveLength(readsLimits.shownDays);
      const each = await readReadsOf(context, [first.id, second.id, other.id]);
      expect([tail(each.get(first.id), 2), tail(each.get(second.id), 2), each.get(other.id)]).toEqual([
        [3, 2],
        [1, 0],
        undefined,
      ]);
      // A day later the first one is further back; after the last shown day it is gone from the plot.
      context.clock.advance(dayMs * (readsLimits.shownDays - 1));
      expect((await readReads(context)).days.slice(0, 2)).toEqual([2, 0]);
    }));

  it("gives a post the reads of all its versions", () =>
    withFixture(async ({ context, post, sign }, read) => {
      const first = await post("# One", "signed");
      const draft = await writeNewVersion({ ...context }, first.id);
      const second = await sign(draft.id);
      read(first.id, 2);
      const each = await readReadsOf(context, [first.id, second.id]);
      expect([tail(each.get(first.id), 1), tail(each.get(second.id), 1)]).toEqual([[2], [2]]);
    }));

  it("counts days of the site's time zone", () =>
    withFixture(async ({ context, post }, read) => {
      await updateSettings(context, { timeZone: "Pacific/Kiritimati" });
      const { id } = await post("# One");
      // The zone is known with the first reads that are written.
      read(id);
      await writeReads(context);
      // 14 hours ahead: the day ends at 10:00 UTC.
      const toMidnight = dayMs - ((context.clock.now() + 14 * hourMs) % dayMs);
      context.clock.advance(dayMs + toMidnight - 1);
      read(id, 7);
      context.clock.advance(1);
      read(id, 5);
      expect(tail((await readReads(context)).days, 2)).toEqual([7, 5]);
    }));

  it("knows the site's time zone from the start", () =>
    withFixture(async ({ context, post }) => {
      const { id } = await post("# One");
      await updateSettings(context, { timeZone: "Pacific/Kiritimati" });
      const other = { ...context, events: createEvents() };
      const end = countReads(other);
      // It asks for the same just before.
      await readSomeSettings(context.store.db, ["timeZone"]);
      await new Promise(setImmediate);
      const toMidnight = dayMs - ((context.clock.now() + 14 * hourMs) % dayMs);
      context.clock.advance(toMidnight - 1);
      other.events.emit("page.sent", { postId: id, headers });
      context.clock.advance(1);
      other.events.emit("page.sent", { postId: id, headers });
      await end();
      expect(tail((await readReads(context)).days, 2)).toEqual([1, 1]);
    }));

  it("writes what it has counted some seconds after the first read, again and again", () =>
    withFixture(async ({ context, post }, read, store) => {
      const { id } = await post("# One");
      const written = async () =>
        (await store.db.selectFrom("post_reads").select("reads").execute())[0]?.reads;
      for (const expected of [2, 4]) {
        fakeTimers();
        read(id, 2);
        vi.advanceTimersByTime(readsLimits.flushMs - 1);
        vi.useRealTimers();
        expect(await written()).toBe(expected === 2 ? undefined : 2);
        await writeReads(context);
        expect(await written()).toBe(expected);
      }
      fakeTimers();
      read(id);
      vi.advanceTimersByTime(readsLimits.flushMs);
      vi.useRealTimers();
      await expect.poll(written).toBe(5);
    }));

  it("tries no more after the end where the last reads can't be written, and writes none where nobody counts", () =>
    withFixture(async ({ context, post }, _read, store) => {
      const { id } = await post("# One");
      const other = { ...context, events: createEvents() };
      await writeReads(other);
      const end = countReads(other);
      await store.transaction((tx) => sql`alter table post_reads rename to away`.execute(tx));
      fakeTimers();
      other.events.emit("page.sent", { postId: id, headers });
      await end();
      vi.advanceTimersByTime(readsLimits.flushMs);
      vi.useRealTimers();
      await readSomeSettings(store.db, ["timeZone"]);
      const sentences = context.log.entries.map(({ sentence }) => sentence);
      expect(sentences).toEqual(["reads could not be counted yet"]);
    }));

  it("adds the reads of several processes", () =>
    withFixture(async ({ context, post }, read) => {
      const posts = [await post("# One"), await post("# Two")];
      const other = { ...context, events: createEvents() };
      const end = countReads(other);
      for (const { id } of posts) read(id, 2);
      for (const { id } of posts.toReversed()) other.events.emit("page.sent", { postId: id, headers });
      await Promise.all([writeReads(context), end()]);
      const each = await readReadsOf(
        context,
        posts.map(({ id }) => id),
      );
      expect(posts.map(({ id }) => tail(each.get(id), 1))).toEqual([[3], [3]]);
      // It has ended.
      other.events.emit("page.sent", { postId: posts[0]?.id ?? 0, headers });
      await writeReads(other);
      expect(tail((await readReads(context)).days, 1)).toEqual([6]);
    }));

  it("counts nothing where the owner wants none", () =>
    withFixture(async ({ context, post }, read) => {
      const { id } = await post("# One");
      read(id);
      await writeReads(context);
      await updateSettings(context, { countReads: false });
      read(id, 5);
      const off = await readReads(context);
      expect([off.areCounted, tail(off.days, 1)]).toEqual([false, [1]]);
      await updateSettings(context, { countReads: null });
      read(id);
      const on = await readReads(context);
      expect([on.areCounted, tail(on.days, 1)]).toEqual([true, [2]]);
    }));

  it("keeps what can't be written for the next time, and no more posts than the limit", () =>
    withFixture(async ({ context, post }, read, store) => {
      const { id } = await post("# One");
      await store.transaction((tx) => sql`alter table post_reads rename to away`.execute(tx));
      read(id, 3);
      await writeReads(context);
      expect(context.log.entries.map(({ sentence }) => sentence)).toContain("reads could not be counted yet");
      for (let other = 1; other < readsLimits.countedPosts; other += 1) read(id + other);
      read(id + readsLimits.countedPosts);
      // One that waits counts on.
      read(id, 2);
      await store.transaction((tx) => sql`alter table away rename to post_reads`.execute(tx));
      expect(tail((await readReads(context)).days, 1)).toEqual([5 + readsLimits.countedPosts - 1]);
    }));

  it("forgets days that are too old", () =>
    withFixture(async ({ context, post }, read, store) => {
      const { id } = await post("# One");
      read(id);
      await writeReads(context);
      const count = async () => (await store.db.selectFrom("post_reads").select("day").execute()).length;
      context.clock.advance(dayMs * (readsLimits.keptDays - 1));
      await sweepReads(context);
      expect(await count()).toBe(1);
      context.clock.advance(dayMs);
      await sweepReads(context);
      expect(await count()).toBe(0);
    }));
});
