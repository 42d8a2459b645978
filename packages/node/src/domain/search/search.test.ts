import fc from "fast-check";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openWritingDesk, type WritingDesk } from "../../../test/support/writing-desk.ts";
import { removeDocumentsOf } from "../../store/search.ts";
import type { Store } from "../../store/store.ts";
import type { Caller } from "../access/caller.ts";
import { destroyPublication } from "../publications/destroy-publication.ts";
import { indexComment, unindexComment } from "./index-comment.ts";
import { reindexPublications } from "./reindex-publications.ts";
import { search } from "./search.ts";

const reader: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "t" };
const program: Caller = { kind: "integration", tokenId: "p", scopes: new Set(["read:timeline"]) };
const stranger: Caller = { kind: "integration", tokenId: "q", scopes: new Set(["manage:comments"]) };

forEachDatabase((_name, open) => {
  async function sit(body: (desk: WritingDesk, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using desk = await openWritingDesk(store);
    await body(desk, store);
  }

  async function ids(desk: WritingDesk, query: string, caller = owner): Promise<number[]> {
    const { items } = await search(desk.context, { query, first: 100, caller });
    return items.map(({ id }) => id);
  }

  it("finds words, beginnings, phrases, and not what is not wanted", () =>
    sit(async (desk) => {
      const oak = await desk.post("# The old oak\n\nA tree stands by the river.");
      const elm = await desk.post("An elm by the old river, oaken bench.");
      expect(await ids(desk, "oak ")).toEqual([oak.id]);
      expect((await ids(desk, "oak")).sort()).toEqual([oak.id, elm.id]);
      expect(await ids(desk, '"by the river"')).toEqual([oak.id]);
      expect(await ids(desk, "river -tree")).toEqual([elm.id]);
      expect(await ids(desk, "-elm")).toEqual([oak.id]);
      expect(await ids(desk, '-"old oak"')).toEqual([elm.id]);
      expect(await ids(desk, "oak A")).toEqual([oak.id]);
      expect(await ids(desk, '"oak a"')).toEqual([]);
      expect(await ids(desk, "OÄK RIVER! ")).toEqual([oak.id]);
      expect(await ids(desk, "")).toEqual([]);
      expect(await ids(desk, ' "" - * ')).toEqual([]);
    }));

  it("finds Chinese, Japanese and Korean by any part of it", () =>
    sit(async (desk) => {
      const peace = await desk.post("我们热爱世界和平，也喜欢iPhone手机。");
      const kana = await desk.post("東京タワーに行きました");
      const korean = await desk.post("한국어를 배웁니다");
      expect(await ids(desk, "世界")).toEqual([peace.id]);
      expect(await ids(desk, "界和平")).toEqual([peace.id]);
      expect(await ids(desk, "平")).toEqual([peace.id]);
      expect(await ids(desk, "爱 ")).toEqual([peace.id]);
      expect(await ids(desk, "iphone手")).toEqual([peace.id]);
      expect(await ids(desk, "世平")).toEqual([]);
      expect(await ids(desk, "タワー")).toEqual([kana.id]);
      expect(await ids(desk, "한국어")).toEqual([korean.id]);
    }));

  it("finds by tag, mention, writer and time", () =>
    sit(async (desk) => {
      const ada = await desk.followed(2, "Ada Lovelace");
      const engine = await desk.replica(2, "The #Engine weaves", Date.UTC(2024, 0, 10) / 1000);
      const own = await desk.post("No `#engine` here, @Ada.Example", "signed");
      expect(await ids(desk, "#engine")).toEqual([engine]);
      expect(await ids(desk, "engine ")).toHaveLength(2);
      expect(await ids(desk, "@ada.example")).toEqual([own.id]);
      for (const who of [ada, ada.toLowerCase(), "ada", '"Ada Love"', "node2.example"]) {
        expect(await ids(desk, `from:${who}`)).toEqual([engine]);
      }
      expect(await ids(desk, "from:nobody engine")).toEqual([]);
      expect(await ids(desk, "-from:ada")).toEqual([own.id]);
      expect(await ids(desk, "before:2024-01-11 after:2024-01-10")).toEqual([engine]);
      expect(await ids(desk, "before:2024-01-10")).toEqual([own.id]);
      expect(await ids(desk, "after:2024-01-11")).toEqual([]);
    }));

  it("shows each caller only what it may see", () =>
    sit(async (desk) => {
      await desk.followed(2);
      const draft = await desk.post("plum in a draft", "draft");
      const local = await desk.post("plum on the site", "local");
      const signed = await desk.post("plum in the index", "signed");
      const replica = await desk.replica(2, "plum of another");
      const all = [draft.id, local.id, signed.id, replica].sort();
      expect((await ids(desk, "plum", owner)).sort()).toEqual(all);
      expect((await ids(desk, "plum", program)).sort()).toEqual([local.id, signed.id, replica].sort());
      for (const caller of [reader, stranger]) {
        expect((await ids(desk, "plum", caller)).sort()).toEqual([local.id, signed.id].sort());
        expect(await ids(desk, `plum from:${desk.self} -site -index`, caller)).toEqual([]);
        expect((await ids(desk, "-nothing", caller)).sort()).toEqual([local.id, signed.id].sort());
      }
    }));

  it("follows a publication through its life", () =>
    sit(async (desk) => {
      const { id } = await desk.post("fig #tree", "draft");
      expect(await ids(desk, "fig", reader)).toEqual([]);
      await desk.sign(id);
      expect(await ids(desk, "fig", reader)).toEqual([id]);
      expect(await ids(desk, "#tree", reader)).toEqual([id]);
      await destroyPublication(desk.context, id);
      for (const caller of [reader, owner]) expect(await ids(desk, "fig", caller)).toEqual([]);
    }));

  it("finds files by name and caption", () =>
    sit(async (desk) => {
      const file = await desk.post("bytes", "local", {
        kind: "FILE",
        filename: "quince.png",
        description: "A still life",
      });
      expect(await ids(desk, "quince", reader)).toEqual([file.id]);
      expect(await ids(desk, "still ", reader)).toEqual([file.id]);
      expect(await ids(desk, "bytes", reader)).toEqual([]);
    }));

  it("finds comments, where their publication may be seen", () =>
    sit(async (desk, store) => {
      const post = await desk.post("A post", "draft");
      const comment = {
        id: 7,
        publicationId: post.id,
        body: "So *pear* #shaped",
        authorName: "Eve",
        authorAddress: null,
        isPublic: true,
        createdAt: desk.context.clock.now(),
      };
      await store.transaction((tx) => indexComment(tx, desk.self, comment));
      const found = async (caller: Caller) =>
        (await search(desk.context, { query: "pear", first: 9, caller })).items.map(({ kind, id }) => [
          kind,
          id,
        ]);
      expect(await found(reader)).toEqual([]);
      expect(await found(owner)).toEqual([["comment", 7]]);
      await desk.sign(post.id);
      expect(await found(reader)).toEqual([["comment", 7]]);
      await store.transaction((tx) => indexComment(tx, desk.self, { ...comment, isPublic: false }));
      expect(await found(reader)).toEqual([]);
      await store.transaction((tx) => unindexComment(tx, comment));
      expect(await found(owner)).toEqual([]);
    }));

  it("puts titles and newer ones first, and marks the matches", () =>
    sit(async (desk) => {
      const inBody = await desk.post("# Fruit\n\nOne apple a day.");
      const inTitle = await desk.post("# Apple\n\nOne fruit a day.");
      expect(await ids(desk, "apple")).toEqual([inTitle.id, inBody.id]);
      const old = await desk.post("same words cherry", "local");
      desk.context.clock.advance(300 * 86_400_000);
      const young = await desk.post("other words cherry", "local");
      expect(await ids(desk, "cherry")).toEqual([young.id, old.id]);
      const { items } = await search(desk.context, { query: "cher", first: 1, caller: owner });
      expect(items[0]).toMatchObject({ title: "", rank: 1, kind: "publication", publicationId: young.id });
      expect(items[0]?.snippet).toEqual([
        { text: "other words ", isMatch: false },
        { text: "cherry", isMatch: true },
      ]);
    }));

  it("goes through all pages without a gap, and takes no made-up cursor", () =>
    sit(async (desk) => {
      for (let n = 0; n < 7; n += 1) await desk.post(`grape number ${n}`);
      const seen: number[] = [];
      let after: string | null = null;
      for (;;) {
        const page = await search(desk.context, { query: "grape", first: 3, after, caller: reader });
        seen.push(...page.items.map(({ id }) => id));
        expect(page.hasPreviousPage).toBe(after !== null);
        after = page.endCursor;
        if (!page.hasNextPage) break;
        await desk.post("a grape that came in between");
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(7);
      for (const cursor of ["x", "", "LTEuMg", "MS4yLjM", "a".repeat(5_000)]) {
        await expect(
          search(desk.context, { query: "grape", first: 3, after: cursor, caller: reader }),
        ).rejects.toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
      }
      for (const first of [0, 101, 1.5, Number.NaN]) {
        await expect(search(desk.context, { query: "grape", first, caller: reader })).rejects.toThrow(
          expect.objectContaining({ code: "VALIDATION_FAILED" }),
        );
      }
    }));

  it("answers every text with a page and never with an error", () =>
    sit(async (desk) => {
      await desk.post("a b c 世界 #tag 'quote' \"double\" back\\slash");
      const scraps = fc.constantFrom(
        ...[
          '"',
          "'",
          "\\",
          "-",
          "--",
          "#",
          "@",
          "#tag",
          "from:",
          "from:'",
          'from:"',
          "before:2024-01-01",
          "after:",
        ],
        ...[
          "(",
          ")",
          "*",
          ":*",
          "&",
          "|",
          "!",
          "<->",
          "AND",
          "OR",
          "NOT",
          "NEAR(a b)",
          "title:",
          "^",
          "{",
          "+",
          ";--",
        ],
        ...["\0", "\ud800", "\udfff", "\u200d", "\u0301", "%", "_", "世", "a", "b ", "$1", "?", " "],
      );
      const text = fc
        .array(fc.oneof(scraps, scraps, fc.string({ unit: "binary", maxLength: 30 })), { maxLength: 25 })
        .map((all) => all.join(""));
      const caller = fc.constantFrom(owner, reader, program);
      await fc.assert(
        fc.asyncProperty(text, caller, async (query, by) => {
          const page = await search(desk.context, { query, first: 10, caller: by });
          expect(page.items.length).toBeLessThanOrEqual(1);
        }),
        { numRuns: 400 },
      );
      const long = [..."\"-#@\\'(世a1é"].map((sign) => sign.repeat(10_000));
      for (const query of [
        ...long,
        "a ".repeat(5_000),
        "from:a ".repeat(1_500),
        '"a" -b #c '.repeat(1_000),
      ]) {
        await search(desk.context, { query, first: 10, caller: owner });
      }
    }));

  it("takes texts of any size and kind", () =>
    sit(async (desk) => {
      const hard = [
        ...[
          "𠀀".repeat(60_000),
          "x".repeat(130_000),
          "\0 nul \ud83d\ude00",
          "'\\ \\' ''",
          "a\u0301".repeat(50_000),
        ],
        Array.from({ length: 40_000 }, (_, n) => n.toString(36)).join(" "),
        Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(""),
      ];
      for (const text of hard) await desk.post(`${text} marker`);
      await desk.post("start of it", "local");
      expect(await ids(desk, "start")).toHaveLength(1);
      expect((await ids(desk, "marker")).length).toBeGreaterThanOrEqual(2);
    }));

  it("indexes what was there before, and goes on where it was stopped", () =>
    sit(async (desk, store) => {
      const made: number[] = [];
      for (let n = 0; n < 45; n += 1) made.push((await desk.post(`kiwi ${n}`, "local")).id);
      const forget = async () => {
        for (const id of made) {
          await store.transaction(async (tx) => {
            await removeDocumentsOf(tx, id);
          });
        }
      };
      await forget();
      const stop = new AbortController();
      const blobs = {
        ...desk.context.blobs,
        size: async (hash: `0x${string}`) => {
          stop.abort();
          return await desk.context.blobs.size(hash);
        },
      };
      expect(await reindexPublications({ ...desk.context, blobs }, stop.signal)).toBe(20);
      expect(await ids(desk, "kiwi")).toHaveLength(20);
      expect(await reindexPublications(desk.context)).toBe(25);
      expect(await ids(desk, "kiwi", reader)).toHaveLength(45);
      expect(await reindexPublications(desk.context)).toBe(0);
    }));
});
