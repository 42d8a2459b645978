import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf } from "../../../test/support/store-records.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import type { Caller } from "../access/caller.ts";
import { encodeCursor } from "../paging/cursor.ts";
import { findVisiblePublication } from "./find-visible-publication.ts";
import { listMedia } from "./list-media.ts";
import { readTimelinePage, type TimelineRequest } from "./read-timeline-page.ts";

const reader: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "t" };
const program: Caller = { kind: "integration", tokenId: "p", scopes: new Set(["read:timeline"]) };
const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  /** A desk with a draft, a local post, a signed one, a signed file and a replica, each in a second of its own. */
  async function sit(body: (desk: WritingDesk, ids: Record<string, number>) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    const ids: Record<string, number> = {};
    const make = async (name: string, work: () => Promise<number>) => {
      desk.context.clock.advance(1_000);
      ids[name] = await work();
    };
    await desk.followed(2, "Two");
    await make("draft", async () => (await desk.post("draft #tag", "draft")).id);
    await make("local", async () => (await desk.post("local #tag", "local")).id);
    await make("signed", async () => (await desk.post("signed #Tag #other", "signed", { slug: "s" })).id);
    await make(
      "file",
      async () => (await desk.post("bytes", "signed", { kind: "FILE", filename: "f.txt" })).id,
    );
    await make("replica", () => desk.replica(2, "replica #tag"));
    await body(desk, ids);
  }

  async function names(
    desk: WritingDesk,
    ids: Record<string, number>,
    request: Partial<TimelineRequest>,
  ): Promise<string[]> {
    const page = await readTimelinePage(desk.context, { first: 100, caller: owner, ...request });
    return page.items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? "?");
  }

  it("shows what is asked for, newest first", () =>
    sit(async (desk, ids) => {
      expect(await names(desk, ids, {})).toEqual(["replica", "file", "signed", "local"]);
      expect(await names(desk, ids, { states: ["draft"] })).toEqual(["draft"]);
      expect(await names(desk, ids, { kinds: ["FILE"] })).toEqual(["file"]);
      expect(await names(desk, ids, { kinds: ["POST"], states: ["signed"] })).toEqual(["replica", "signed"]);
      expect(await names(desk, ids, { publisher: desk.self })).toEqual(["file", "signed", "local"]);
      expect(await names(desk, ids, { publisher: addressOf(2), kinds: ["POST"] })).toEqual(["replica"]);
      expect(await names(desk, ids, { tag: "#TAG" })).toEqual(["replica", "signed", "local"]);
      expect(await names(desk, ids, { tag: "tag", publisher: desk.self, kinds: ["POST"] })).toEqual([
        "signed",
        "local",
      ]);
      expect(await names(desk, ids, { tag: "tag", states: ["draft", "local"] })).toEqual(["local", "draft"]);
      expect(await names(desk, ids, { kinds: [] })).toEqual([]);
      expect(await names(desk, ids, { states: [], tag: "tag" })).toEqual([]);
    }));

  it("shows readers the owner's site, programs no drafts", () =>
    sit(async (desk, ids) => {
      expect(await names(desk, ids, { caller: program })).toEqual(["replica", "file", "signed", "local"]);
      expect(await names(desk, ids, { caller: reader })).toEqual(["file", "signed", "local"]);
      expect(await names(desk, ids, { caller: reader, tag: "tag" })).toEqual(["signed", "local"]);
      expect(await names(desk, ids, { caller: reader, publisher: addressOf(2) })).toEqual([]);
      for (const caller of [reader, program]) {
        await expect(names(desk, ids, { caller, states: ["draft", "local"] })).rejects.toThrow(
          code("FORBIDDEN"),
        );
      }
      const see = async (name: string, caller: Caller) =>
        (await findVisiblePublication(desk.context, { id: ids[name] ?? 0 }, caller)) !== null;
      expect([await see("draft", owner), await see("draft", program), await see("draft", reader)]).toEqual([
        ...[true, false, false],
      ]);
      expect([
        await see("replica", owner),
        await see("replica", program),
        await see("replica", reader),
      ]).toEqual([...[true, true, false]]);
    }));

  it("tells all that is known of each", () =>
    sit(async (desk, ids) => {
      const { items } = await readTimelinePage(desk.context, { first: 3, caller: owner });
      expect(items[0]).toMatchObject({
        publisher: "Two",
        publisherUrl: "https://node2.example",
        tags: ["tag"],
        size: 12,
      });
      expect(items[2]).toMatchObject({
        ...{
          id: ids.signed,
          slug: "s",
          url: "https://node1.example/slug/s",
          tags: ["other", "tag"],
          scheduledAt: null,
        },
      });
    }));

  it("goes through pages of any size, and takes no made-up cursor", () =>
    sit(async (desk, ids) => {
      for (const tag of [null, "tag"]) {
        const whole = await names(desk, ids, { tag, states: ["draft", "local", "signed"] });
        const seen: string[] = [];
        let after: string | null = null;
        do {
          const request = { first: 1, after, tag, states: ["draft", "local", "signed"] as const };
          const page = await readTimelinePage(desk.context, { ...request, caller: owner });
          seen.push(...(await names(desk, ids, request)));
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
        await expect(names(desk, ids, { after })).rejects.toThrow(code("VALIDATION_FAILED"));
      }
      expect(await names(desk, ids, { after: encodeCursor([0, 0, 0]) })).toEqual([]);
      await expect(names(desk, ids, { first: 101 })).rejects.toThrow(code("VALIDATION_FAILED"));
    }));

  it("lists the owner's files with where they are", () =>
    sit(async (desk, ids) => {
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      const source = () =>
        (async function* () {
          yield png;
        })();
      desk.context.clock.advance(1_000);
      const picture = await desk.post("", "signed", { kind: "FILE", source: source(), filename: "p.png" });
      desk.context.clock.advance(1_000);
      const draft = await desk.post("", "draft", { kind: "FILE", source: source(), filename: "d.png" });
      const page = await listMedia(desk.context, { first: 2 });
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
      const next = await listMedia(desk.context, { first: 2, after: page.endCursor });
      expect(next.items).toMatchObject([{ id: ids.file, thumbnails: null }]);
      expect(next.hasNextPage).toBe(false);
    }));
});
