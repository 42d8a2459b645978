import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import type { Caller } from "../access/callers.ts";
import { encodeCursor, encodeKeyedCursor } from "../paging.ts";
import { schedulePublication } from "./schedule.ts";
import { type PublicationOrder, readSortedPage } from "./timeline.ts";
import { updatePublication } from "./update.ts";

const owner: Caller = { kind: "client", tokenId: "t" };
const everyState = ["draft", "local", "signed"] as const;
const code = (name: string) => expect.objectContaining({ code: name });

type Request = Parameters<typeof readSortedPage>[1];

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }

  function read(fixture: OwnerFixture, order: PublicationOrder, request: Partial<Request> = {}) {
    const { context, self: publisher } = fixture;
    const whole = { first: 100, caller: owner, publisher, kinds: ["POST"], states: everyState, ...request };
    return readSortedPage(context, whole as Request, { order });
  }

  /** The ids of a whole list, read by pages of that length. */
  async function readAll(fixture: OwnerFixture, order: PublicationOrder, first: number): Promise<number[]> {
    const ids: number[] = [];
    for (let after: string | null = null; ; ) {
      const page = await read(fixture, order, { first, after });
      ids.push(...page.items.map(({ id }) => id));
      if (!page.hasNextPage) return ids;
      after = page.endCursor;
    }
  }

  it("sorts by title, whatever its letters, and by id among equals", () =>
    withFixture(async (fixture) => {
      const titles = ["b", "Zebra", "apple", "盐", "Éclair", "apple", "", "a. 1", "x".repeat(150), "😀"];
      const ids = new Map<number, string>();
      for (const title of titles)
        ids.set((await fixture.post(title ? `# ${title}` : "![](x)", "draft")).id, title);
      const sorted = await readAll(fixture, "title", 100);
      const names = ["", "a. 1", "apple", "apple", "b", "x".repeat(150), "Zebra", "Éclair", "盐", "😀"];
      expect(sorted.map((id) => ids.get(id))).toEqual(names);
      expect(sorted[2]).toBeLessThan(sorted[3] ?? 0);
      for (const first of [1, 3]) expect(await readAll(fixture, "title", first)).toEqual(sorted);
    }));

  it("sorts by the last change", () =>
    withFixture(async (fixture) => {
      const ids: number[] = [];
      for (let count = 0; count < 7; count += 1) {
        // Some are changed at one moment.
        fixture.context.clock.advance(count % 2);
        ids.push((await fixture.post(`# Post ${count}`, count % 3 === 0 ? "draft" : "local")).id);
      }
      const newest = ids.toReversed();
      expect(await readAll(fixture, "changed", 2)).toEqual(newest);
      const [first = 0] = ids;
      fixture.context.clock.advance(1);
      await updatePublication(fixture.context, first, { body: "# Changed" });
      expect(await readAll(fixture, "changed", 3)).toEqual([first, ...newest.slice(0, -1)]);
    }));

  it("sorts by reads of the last days, those that nobody read last", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const ids: number[] = [];
      for (let count = 0; count < 6; count += 1) ids.push((await fixture.post(`# Post ${count}`)).id);
      const today = Math.floor(context.clock.now() / 86_400_000);
      const reads: [at: number, day: number, reads: number][] = [
        [0, today, 2],
        [0, today - 29, 9],
        [1, today - 30, 100],
        [2, today - 1, 12],
        [3, today, 11],
        [5, today, 1],
      ];
      await context.store.transaction(async (tx) => {
        for (const [at, day, count] of reads)
          await tx
            .insertInto("post_reads")
            .values({ postId: ids[at] ?? 0, day, reads: count })
            .execute();
      });
      const sorted = [2, 3, 0, 5, 4, 1].map((at) => ids[at]);
      // Eleven reads twice: the newer post first.
      for (const first of [1, 2, 100]) expect(await readAll(fixture, "reads", first)).toEqual(sorted);
    }));

  it("sorts what the filters leave", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const local = await fixture.post("# A #tag", "local");
      const page = await fixture.post("# B", "local", {
        presentation: { excerpt: null, coverHash: null, isPage: 1 },
      });
      const draft = await fixture.post("# C #tag", "draft");
      const dueAt = context.clock.now() + 86_400_000;
      await schedulePublication(context, draft.id, dueAt);
      const ids = async (request: Partial<Request>) =>
        (await read(fixture, "title", request)).items.map(({ id }) => id);
      expect(await ids({ tag: "#Tag" })).toEqual([local.id, draft.id]);
      expect(await ids({ states: ["local"] })).toEqual([local.id, page.id]);
      expect(await ids({ kinds: ["FILE"] })).toEqual([]);
      expect(await ids({ since: dueAt - 1_000 })).toEqual([draft.id]);
      expect(await ids({ until: dueAt - 1_000 })).toEqual([local.id, page.id]);
      expect(await ids({ isPage: false, states: ["local"] })).toEqual([local.id]);
    }));

  it("refuses other callers and cursors of other lists", () =>
    withFixture(async (fixture) => {
      await fixture.post("# A");
      const published = { states: ["local"] } as const;
      await expect(read(fixture, "reads", { ...published, caller: { kind: "anonymous" } })).rejects.toEqual(
        code("UNAUTHENTICATED"),
      );
      const program: Caller = {
        kind: "integration",
        tokenId: "p",
        label: "p",
        scopes: new Set(["read:timeline"]),
      };
      await expect(read(fixture, "title", { ...published, caller: program })).rejects.toEqual(
        code("FORBIDDEN"),
      );
      const bad = [
        "",
        "x",
        encodeCursor([1, 2]),
        encodeCursor([1, 2, 3]),
        encodeKeyedCursor(["a", 1]),
        encodeKeyedCursor([1.5, 1]),
        encodeKeyedCursor([1, -1]),
        Buffer.from("[1, 2]").toString("base64url"),
        Buffer.from("[1,2,3]").toString("base64url"),
      ];
      for (const after of bad)
        await expect([after, read(fixture, "changed", { after })][1]).rejects.toEqual(
          code("VALIDATION_FAILED"),
        );
      for (const key of [1, "\u0000", "\ud800", "x".repeat(101)])
        await expect(read(fixture, "title", { after: encodeKeyedCursor([key, 1]) })).rejects.toEqual(
          code("VALIDATION_FAILED"),
        );
    }));
});
