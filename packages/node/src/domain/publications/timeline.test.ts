import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { countNewerPosts } from "../../store/publications/timeline.ts";
import type { Caller } from "../access/callers.ts";
import { blockPeer, unblockPeer } from "../connections/block.ts";
import { encodeCursor } from "../paging.ts";
import { search } from "../search/search.ts";
import { suggest } from "../search/suggest.ts";
import { schedulePublication } from "./schedule.ts";
import {
  listMedia,
  readPageByDate,
  readTimelineItems,
  readTimelinePage,
  type TimelineRequest,
} from "./timeline.ts";
import { findVisiblePublication } from "./visible.ts";

const reader: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "t" };
const program: Caller = {
  kind: "integration",
  tokenId: "p",
  label: "a program",
  scopes: new Set(["read:timeline"]),
};
const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  /** A node with a draft, a local post, a signed one, a signed file and a replica, each in a second of its own. */
  async function withFixture(
    body: (fixture: OwnerFixture, ids: Record<string, number>) => Promise<void>,
  ): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    const ids: Record<string, number> = {};
    const make = async (name: string, work: () => Promise<number>) => {
      fixture.context.clock.advance(1_000);
      ids[name] = await work();
    };
    await fixture.followed(2, "Two");
    await make("draft", async () => (await fixture.post("draft #tag", "draft")).id);
    await make("local", async () => (await fixture.post("local #tag", "local")).id);
    await make("signed", async () => (await fixture.post("signed #Tag #other", "signed", { slug: "s" })).id);
    await make(
      "file",
      async () => (await fixture.post("bytes", "signed", { kind: "FILE", filename: "f.txt" })).id,
    );
    await make("replica", () => fixture.replica(2, "replica #tag"));
    await body(fixture, ids);
  }

  async function names(
    fixture: OwnerFixture,
    ids: Record<string, number>,
    request: Partial<TimelineRequest>,
  ): Promise<string[]> {
    const page = await readTimelinePage(fixture.context, { first: 100, caller: owner, ...request });
    return page.items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? "?");
  }

  it("shows what is asked for, newest first", () =>
    withFixture(async (fixture, ids) => {
      expect(await names(fixture, ids, {})).toEqual(["replica", "file", "signed", "local"]);
      expect(await names(fixture, ids, { states: ["draft"] })).toEqual(["draft"]);
      expect(await names(fixture, ids, { kinds: ["FILE"] })).toEqual(["file"]);
      expect(await names(fixture, ids, { kinds: ["POST"], states: ["signed"] })).toEqual([
        "replica",
        "signed",
      ]);
      expect(await names(fixture, ids, { publisher: fixture.self })).toEqual(["file", "signed", "local"]);
      expect(await names(fixture, ids, { publisher: addressOf(2), kinds: ["POST"] })).toEqual(["replica"]);
      expect(await names(fixture, ids, { tag: "#TAG" })).toEqual(["replica", "signed", "local"]);
      expect(await names(fixture, ids, { tag: "tag", publisher: fixture.self, kinds: ["POST"] })).toEqual([
        "signed",
        "local",
      ]);
      expect(await names(fixture, ids, { tag: "tag", states: ["draft", "local"] })).toEqual([
        "local",
        "draft",
      ]);
      expect(await names(fixture, ids, { kinds: [] })).toEqual([]);
      expect(await names(fixture, ids, { states: [], tag: "tag" })).toEqual([]);
    }));

  it("shows what a blocked address published in its own list alone, and everywhere again after the block", () =>
    withFixture(async (fixture, ids) => {
      const { context } = fixture;
      ids.other = await fixture.replica(2, "another #only");
      const namesOf = async (items: AsyncIterable<{ id: number }>) => {
        const found = await Array.fromAsync(items);
        return found.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
      };
      const everywhere = async () => {
        const found = await search(context, { query: "replica", first: 10, caller: owner });
        return {
          timeline: await names(fixture, ids, {}),
          tag: await names(fixture, ids, { tag: "tag" }),
          ofProgram: await names(fixture, ids, { caller: program }),
          found: found.items.map(({ id }) => id),
          suggested: (await suggest(context, { text: "Tw", caller: owner })).length,
          tags: (await suggest(context, { text: "#only", caller: owner })).length,
          commandLine: await namesOf(
            readTimelineItems(context, { limit: null, states: ["local", "signed"] }),
          ),
          own: await names(fixture, ids, { publisher: addressOf(2) }),
          newer: await countNewerPosts(context.store.db, {
            after: { timestamp: 0, seq: 0, id: 0 },
            except: fixture.self,
            most: 10,
          }),
        };
      };
      const before = await everywhere();
      expect(before).toMatchObject({
        found: [ids.replica],
        suggested: 1,
        tags: 1,
        commandLine: ["other", "replica", "file", "signed", "local"],
        own: ["other", "replica"],
        newer: 2,
      });
      await blockPeer(context, { address: addressOf(2) });
      expect(await everywhere()).toEqual({
        timeline: ["file", "signed", "local"],
        tag: ["signed", "local"],
        ofProgram: ["file", "signed", "local"],
        found: [],
        suggested: 0,
        tags: 0,
        commandLine: ["file", "signed", "local"],
        own: ["other", "replica"],
        newer: 0,
      });
      expect(await names(fixture, ids, { caller: reader })).toEqual(["file", "signed", "local"]);
      await unblockPeer(context, addressOf(2));
      expect(await everywhere()).toEqual(before);
    }));

  it("narrows by time: from a moment on and until one, with a tag and without", () =>
    withFixture(async (fixture, ids) => {
      const page = await readTimelinePage(fixture.context, { first: 100, caller: owner, states: ["signed"] });
      const signed = page.items.find(({ id }) => id === ids.signed);
      const at = Number(signed?.timestamp) * 1000;
      expect(await names(fixture, ids, { since: at })).toEqual(["replica", "file", "signed"]);
      expect(await names(fixture, ids, { since: at + 1 })).toEqual(["replica", "file"]);
      expect(await names(fixture, ids, { until: at })).toEqual(["local"]);
      expect(await names(fixture, ids, { until: at + 1 })).toEqual(["signed", "local"]);
      expect(await names(fixture, ids, { since: at, until: at + 1, tag: "tag" })).toEqual(["signed"]);
    }));

  it("shows readers the owner's site, programs no drafts", () =>
    withFixture(async (fixture, ids) => {
      expect(await names(fixture, ids, { caller: program })).toEqual(["replica", "file", "signed", "local"]);
      expect(await names(fixture, ids, { caller: reader })).toEqual(["file", "signed", "local"]);
      expect(await names(fixture, ids, { caller: reader, tag: "tag" })).toEqual(["signed", "local"]);
      expect(await names(fixture, ids, { caller: reader, publisher: addressOf(2) })).toEqual([]);
      for (const caller of [reader, program]) {
        await expect(names(fixture, ids, { caller, states: ["draft", "local"] })).rejects.toThrow(
          code("FORBIDDEN"),
        );
      }
      const see = async (name: string, caller: Caller) =>
        (await findVisiblePublication(fixture.context, { id: ids[name] ?? 0 }, caller)) !== null;
      expect([await see("draft", owner), await see("draft", program), await see("draft", reader)]).toEqual([
        true,
        false,
        false,
      ]);
      expect([
        await see("replica", owner),
        await see("replica", program),
        await see("replica", reader),
      ]).toEqual([true, true, false]);
    }));

  it("tells all that is known of each", () =>
    withFixture(async (fixture, ids) => {
      const { items } = await readTimelinePage(fixture.context, { first: 3, caller: owner });
      expect(items[0]).toMatchObject({
        publisher: "Two",
        publisherUrl: "https://node2.example",
        tags: ["tag"],
        size: 12,
      });
      expect(items[2]).toMatchObject({
        id: ids.signed,
        slug: "s",
        url: "https://node1.example/slug/s",
        tags: ["other", "tag"],
        scheduledAt: null,
      });
    }));

  it("goes through pages of any size, and takes no made-up cursor", () =>
    withFixture(async (fixture, ids) => {
      for (const tag of [null, "tag"]) {
        const whole = await names(fixture, ids, { tag, states: ["draft", "local", "signed"] });
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const request = { first: 1, after, tag, states: ["draft", "local", "signed"] as const };
          const page = await readTimelinePage(fixture.context, { ...request, caller: owner });
          seen.push(...(await names(fixture, ids, request)));
          after = page.hasNextPage ? page.endCursor : null;
        } while (after !== null);
        expect(seen).toEqual(whole);
      }
      for (const after of [
        "",
        "abc",
        encodeCursor([1, 2]),
        encodeCursor([1, 2, 3, 4]),
        "MS4yLjM=",
        "'; drop table",
      ]) {
        await expect(names(fixture, ids, { after })).rejects.toThrow(code("VALIDATION_FAILED"));
      }
      expect(await names(fixture, ids, { after: encodeCursor([0, 0, 0]) })).toEqual([]);
      await expect(names(fixture, ids, { first: 101 })).rejects.toThrow(code("VALIDATION_FAILED"));
    }));

  it("lists the owner's publications by the dates that readers see", () =>
    withFixture(async (fixture, ids) => {
      const { context, self } = fixture;
      const writtenAt = Date.UTC(2011, 4, 6, 7);
      ids.imported = (await fixture.post("imported #tag", "signed", { writtenAt })).id;
      ids.scheduled = (await fixture.post("scheduled", "draft")).id;
      const dueAt = context.clock.now() + 86_400_000;
      await schedulePublication(context, ids.scheduled, dueAt);
      const read = async (request: Partial<TimelineRequest>) => {
        const page = await readPageByDate(context, {
          first: 100,
          caller: owner,
          ...request,
          publisher: self,
        });
        return {
          ...page,
          names: page.items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? "?"),
        };
      };
      const states = ["draft", "local", "signed"] as const;
      const all = ["scheduled", "file", "signed", "local", "draft", "imported"];
      expect((await read({ states })).names).toEqual(all);
      expect((await read({})).names).toEqual(["file", "signed", "local", "imported"]);
      expect((await read({ until: writtenAt + 1_000 })).names).toEqual(["imported"]);
      expect((await read({ states, since: dueAt - 1_000 })).names).toEqual(["scheduled"]);
      expect((await read({ tag: "#Tag", caller: reader })).names).toEqual(["signed", "local", "imported"]);
      const seen: string[] = [];
      for (let after: string | null = null; ; ) {
        const page = await read({ states, first: 1, after });
        seen.push(...page.names);
        after = page.endCursor;
        if (!page.hasNextPage) break;
      }
      expect(seen).toEqual(all);
      // A place in one order is none in the other, and drafts are for the owner alone.
      const [byDate, bySigning] = [
        await read({ first: 1 }),
        await readTimelinePage(context, { first: 1, caller: owner }),
      ];
      await expect(read({ after: bySigning.endCursor })).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(names(fixture, ids, { after: byDate.endCursor })).rejects.toThrow(
        code("VALIDATION_FAILED"),
      );
      for (const caller of [reader, program])
        await expect(read({ states, caller })).rejects.toThrow(code("FORBIDDEN"));
    }));

  it("lists the owner's files with where they are", () =>
    withFixture(async (fixture, ids) => {
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      const source = () =>
        (async function* () {
          yield png;
        })();
      fixture.context.clock.advance(1_000);
      const picture = await fixture.post("", "signed", { kind: "FILE", source: source(), filename: "p.png" });
      fixture.context.clock.advance(1_000);
      const draft = await fixture.post("", "draft", { kind: "FILE", source: source(), filename: "d.png" });
      const page = await listMedia(fixture.context, { first: 2 });
      const path = `/ewp/contents/${picture.contentHash}?timestamp=${picture.timestamp}`;
      const thumbnails = { sm: `${path}&thumb=sm`, md: `${path}&thumb=md`, lg: `${path}&thumb=lg` };
      expect(page.items).toMatchObject([
        {
          id: draft.id,
          contentPath: `/api/contents/${draft.id}`,
          thumbnails: {
            sm: `/api/contents/${draft.id}?thumb=sm`,
            md: `/api/contents/${draft.id}?thumb=md`,
            lg: `/api/contents/${draft.id}?thumb=lg`,
          },
        },
        { id: picture.id, contentPath: path, thumbnails, mediaType: "image/png" },
      ]);
      expect(page.hasNextPage).toBe(true);
      const next = await listMedia(fixture.context, { first: 2, after: page.endCursor });
      expect(next.items).toMatchObject([{ id: ids.file, thumbnails: null }]);
      expect(next.hasNextPage).toBe(false);
    }));
});
