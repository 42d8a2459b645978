import fc from "fast-check";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import type { Store } from "../../store/database.ts";
import { writeMeta } from "../../store/meta.ts";
import { removeDocumentsOf } from "../../store/search/search.ts";
import type { Caller } from "../access/callers.ts";
import { updatePublication } from "../publications/update.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { suggestQuery } from "./did-you-mean.ts";
import { indexComment, unindexComment } from "./index-documents.ts";
import { reindexPublications } from "./reindex.ts";
import { search } from "./search.ts";

const reader: Caller = { kind: "anonymous" };
const owner: Caller = { kind: "client", tokenId: "t" };
const program: Caller = {
  kind: "integration",
  tokenId: "p",
  label: "a program",
  scopes: new Set(["read:timeline"]),
};
const integration: Caller = {
  kind: "integration",
  tokenId: "q",
  label: "a program",
  scopes: new Set(["manage:comments"]),
};

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  async function ids(fixture: OwnerFixture, query: string, caller = owner): Promise<number[]> {
    const { items } = await search(fixture.context, { query, first: 100, caller });
    return items.map(({ id }) => id);
  }

  async function idsWithin(
    fixture: OwnerFixture,
    query: string,
    bounds: { since?: number; until?: number },
  ): Promise<number[]> {
    const { items } = await search(fixture.context, { query, first: 100, caller: owner, ...bounds });
    return items.map(({ id }) => id);
  }

  it("finds words, beginnings, phrases, and not what is not wanted", () =>
    withFixture(async (fixture) => {
      const oak = await fixture.post("# The old oak\n\nA tree stands by the river.");
      const elm = await fixture.post("An elm by the old river, oaken bench.");
      expect(await ids(fixture, "oak ")).toEqual([oak.id]);
      expect((await ids(fixture, "oak")).sort()).toEqual([oak.id, elm.id]);
      expect(await ids(fixture, '"by the river"')).toEqual([oak.id]);
      expect(await ids(fixture, "river -tree")).toEqual([elm.id]);
      expect(await ids(fixture, "-elm")).toEqual([oak.id]);
      expect(await ids(fixture, '-"old oak"')).toEqual([elm.id]);
      expect(await ids(fixture, "oak A")).toEqual([oak.id]);
      expect(await ids(fixture, '"oak a"')).toEqual([]);
      expect(await ids(fixture, "“by the river” ")).toEqual([oak.id]);
      expect(await ids(fixture, "OÄK RIVER! ")).toEqual([oak.id]);
      expect(await ids(fixture, "")).toEqual([]);
      expect(await ids(fixture, ' "" - * ')).toEqual([]);
    }));

  it("finds Chinese, Japanese and Korean by any part of it", () =>
    withFixture(async (fixture) => {
      const peace = await fixture.post("我们热爱世界和平，也喜欢iPhone手机。");
      const kana = await fixture.post("東京タワーに行きました");
      const korean = await fixture.post("한국어를 배웁니다");
      expect(await ids(fixture, "世界")).toEqual([peace.id]);
      expect(await ids(fixture, "界和平")).toEqual([peace.id]);
      expect(await ids(fixture, "平")).toEqual([peace.id]);
      expect(await ids(fixture, "爱 ")).toEqual([peace.id]);
      expect(await ids(fixture, "iphone手")).toEqual([peace.id]);
      expect(await ids(fixture, "世平")).toEqual([]);
      expect(await ids(fixture, "タワー")).toEqual([kana.id]);
      expect(await ids(fixture, "한국어")).toEqual([korean.id]);
    }));

  it("finds words in another case, width, script, spelling or number than they are written in", () =>
    withFixture(async (fixture) => {
      const texts = {
        en: "The garden of a bicycle shop, seen from the lighthouse’s roof.",
        de: "# Die Straße\n\nDas alte Haus ist in der Stadt, und die Blume nicht.",
        fr: "Le cheval de l’homme est dans une maison.",
        ja: "カタカナのパン、図書館",
        zh: "图书馆在中国",
        width: "ＦＵＬＬ width ｶﾞﾗｽ",
      };
      const made: Record<string, number> = {};
      for (const [name, text] of Object.entries(texts)) made[name] = (await fixture.post(text, "local")).id;
      const found = {
        "gardens ": "en",
        "bicycles ": "en",
        "lighthouse ": "en",
        "lighthouse's ": "en",
        "“gardens of a bicycle” ": "en",
        "strasse ": "de",
        "häuser ": "de",
        "blumen ": "de",
        "chevaux ": "fr",
        "homme ": "fr",
        "l'homme ": "fr",
        かたかな: "ja",
        ﾊﾟﾝ: "ja",
        "full ": "width",
        がらす: "width",
        "「中國」": "zh",
      };
      for (const caller of [owner, reader])
        for (const [query, name] of Object.entries(found))
          expect([query, await ids(fixture, query, caller)]).toEqual([query, [made[name]]]);
      expect((await ids(fixture, "圖書館")).sort()).toEqual([made.ja, made.zh]);
      const { items } = await search(fixture.context, { query: "gardens ", first: 1, caller: reader });
      expect(items[0]?.snippet.filter(({ isMatch }) => isMatch)).toEqual([{ text: "garden", isMatch: true }]);
    }));

  it("takes no word of one language for another of the same letters", () =>
    withFixture(async (fixture) => {
      const car = await fixture.post("The car of the town.", "local");
      await fixture.post("Das Haus und die Stadt sind nicht alt.", "local");
      expect(await ids(fixture, "care ")).toEqual([]);
      expect(await ids(fixture, "cars ")).toEqual([car.id]);
    }));

  it("suggests a similar word of texts that the caller may find", () =>
    withFixture(async (fixture) => {
      await fixture.post("# Harbour\n\nThe lighthouse of the town.", "local");
      await fixture.post("A secret gardener", "draft");
      const suggested = (query: string, caller: Caller = reader) =>
        suggestQuery(fixture.context, { query, caller });
      expect(await suggested("harbor")).toBe("harbour");
      expect(await suggested("the lighthouze -tower")).toBe("the lighthouse -tower");
      expect(await suggested("lighthuose harbor ")).toBe("lighthouse harbour ");
      expect(await suggested("lighthouse")).toBeNull();
      expect(await suggested("zzzzzz lighthouze")).toBeNull();
      expect(await suggested("#harbor before:2012")).toBeNull();
      expect(await suggested("gardenar")).toBeNull();
      expect(await suggested("gardenar", owner)).toBe("gardener");
    }));

  it("finds by tag, mention, writer and time", () =>
    withFixture(async (fixture) => {
      const ada = await fixture.followed(2, "Ada Lovelace");
      const engine = await fixture.replica(2, "The #Engine weaves", Date.UTC(2024, 0, 10) / 1000);
      const own = await fixture.post("No `#engine` here, @Ada.Example", "signed");
      expect(await ids(fixture, "#engine")).toEqual([engine]);
      expect(await ids(fixture, "engine ")).toHaveLength(2);
      expect(await ids(fixture, "@ada.example")).toEqual([own.id]);
      for (const who of [ada, ada.toLowerCase(), "ada", '"Ada Love"', "node2.example"]) {
        expect(await ids(fixture, `from:${who}`)).toEqual([engine]);
      }
      expect(await ids(fixture, "from:nobody engine")).toEqual([]);
      expect(await ids(fixture, "-from:ada")).toEqual([own.id]);
      expect(await ids(fixture, "before:2024-01-11 after:2024-01-10")).toEqual([engine]);
      expect(await ids(fixture, "before:2024-01-10")).toEqual([own.id]);
      expect(await ids(fixture, "after:2024-01-11")).toEqual([]);
      expect(await ids(fixture, "since:2024-01 before:2024-02")).toEqual([engine]);
      expect(await ids(fixture, "after:2024 until:2025")).toEqual([engine]);
      expect(await ids(fixture, "since:2025")).toEqual([]);
      // Bounds beside the text are to the second, and narrow those in it.
      const at = Date.UTC(2024, 0, 10);
      expect(await idsWithin(fixture, "engine", { since: at, until: at + 1 })).toEqual([engine]);
      expect(await idsWithin(fixture, "engine", { since: at + 1 })).toEqual([]);
      expect(await idsWithin(fixture, "engine", { until: at })).toEqual([own.id]);
      expect(await idsWithin(fixture, "engine after:2024-01-09", { until: at })).toEqual([]);
    }));

  it("finds an own post by the date that readers see, and one of another by that of signing", () =>
    withFixture(async (fixture) => {
      await fixture.followed(2);
      const at = Date.UTC(2014, 0, 2, 12);
      const old = await fixture.post("# A loom\n\nIt weaves.", "signed", { writtenAt: at });
      const edited = await fixture.post("A loom of before", "local", { writtenAt: at });
      const today = await fixture.post("A loom of today", "signed");
      await updatePublication(fixture.context, edited.id, { body: "A loom of before, mended" });
      for (const caller of [owner, reader]) {
        expect((await ids(fixture, "loom before:2014-01-03", caller)).sort()).toEqual([old.id, edited.id]);
        expect(await ids(fixture, "loom after:2014-01-03", caller)).toEqual([today.id]);
      }
      expect((await idsWithin(fixture, "loom", { until: at + 1_000 })).sort()).toEqual([old.id, edited.id]);
      expect(await idsWithin(fixture, "loom", { until: at })).toEqual([]);
      // A draft that was taken back is by its own date again.
      await updatePublication(fixture.context, edited.id, { state: "draft" });
      const draft = await fixture.context.store.db
        .selectFrom("publications")
        .select("createdAt")
        .where("id", "=", edited.id)
        .executeTakeFirstOrThrow();
      expect(await idsWithin(fixture, "mended", { since: draft.createdAt - 1_000 })).toEqual([edited.id]);
    }));

  it("shows each caller only what it may see", () =>
    withFixture(async (fixture) => {
      await fixture.followed(2);
      const draft = await fixture.post("plum in a draft", "draft");
      const local = await fixture.post("plum on the site", "local");
      const signed = await fixture.post("plum in the index", "signed");
      const replica = await fixture.replica(2, "plum of another");
      const all = [draft.id, local.id, signed.id, replica].sort();
      expect((await ids(fixture, "plum", owner)).sort()).toEqual(all);
      expect((await ids(fixture, "plum", program)).sort()).toEqual([local.id, signed.id, replica].sort());
      for (const caller of [reader, integration]) {
        expect((await ids(fixture, "plum", caller)).sort()).toEqual([local.id, signed.id].sort());
        expect(await ids(fixture, `plum from:${fixture.self} -site -index`, caller)).toEqual([]);
        expect((await ids(fixture, "-nothing", caller)).sort()).toEqual([local.id, signed.id].sort());
      }
    }));

  it("follows a publication through its life", () =>
    withFixture(async (fixture) => {
      const { id } = await fixture.post("fig #tree", "draft");
      expect(await ids(fixture, "fig", reader)).toEqual([]);
      await fixture.sign(id);
      expect(await ids(fixture, "fig", reader)).toEqual([id]);
      expect(await ids(fixture, "#tree", reader)).toEqual([id]);
      await destroyPublication(fixture.context, id);
      for (const caller of [reader, owner]) expect(await ids(fixture, "fig", caller)).toEqual([]);
    }));

  it("finds files by name and caption", () =>
    withFixture(async (fixture) => {
      const file = await fixture.post("bytes", "local", {
        kind: "FILE",
        filename: "quince.csv",
        description: "A still life",
      });
      expect(await ids(fixture, "quince", reader)).toEqual([file.id]);
      expect(await ids(fixture, "still ", reader)).toEqual([file.id]);
      expect(await ids(fixture, "bytes", reader)).toEqual([]);
    }));

  it("finds comments, where their publication may be seen", () =>
    withFixture(async (fixture, store) => {
      const post = await fixture.post("A post", "draft");
      const comment = {
        id: 7,
        publicationId: post.id,
        body: "So *pear* #shaped",
        authType: "EMAIL",
        authorId: "eve@mail.example",
        authorName: "Eve",
        state: "published",
        createdAt: fixture.context.clock.now(),
      } as const;
      await store.transaction((tx) => indexComment(tx, fixture.self, comment));
      const found = async (caller: Caller) =>
        (await search(fixture.context, { query: "pear", first: 9, caller })).items.map(({ kind, id }) => [
          kind,
          id,
        ]);
      expect(await found(reader)).toEqual([]);
      expect(await found(owner)).toEqual([["comment", 7]]);
      await fixture.sign(post.id);
      expect(await found(reader)).toEqual([["comment", 7]]);
      await store.transaction((tx) => indexComment(tx, fixture.self, { ...comment, state: "held" }));
      expect(await found(reader)).toEqual([]);
      await store.transaction((tx) => unindexComment(tx, comment));
      expect(await found(owner)).toEqual([]);
    }));

  it("puts titles and newer ones first, and marks the matches", () =>
    withFixture(async (fixture) => {
      const inBody = await fixture.post("# Fruit\n\nOne apple a day.");
      const inTitle = await fixture.post("# Apple\n\nOne fruit a day.");
      expect(await ids(fixture, "apple")).toEqual([inTitle.id, inBody.id]);
      const old = await fixture.post("same words cherry", "local");
      fixture.context.clock.advance(300 * 86_400_000);
      const young = await fixture.post("other words cherry", "local");
      expect(await ids(fixture, "cherry")).toEqual([young.id, old.id]);
      const { items } = await search(fixture.context, { query: "cher", first: 1, caller: owner });
      expect(items[0]).toMatchObject({ title: "", rank: 1, kind: "publication", publicationId: young.id });
      expect(items[0]?.snippet).toEqual([
        { text: "other words ", isMatch: false },
        { text: "cherry", isMatch: true },
      ]);
    }));

  it("puts first what has all words in its title, then what has some, and of equals the newest", () =>
    withFixture(async (fixture) => {
      const post = async (text: string) => {
        fixture.context.clock.advance(1_000);
        return (await fixture.post(text, "local")).id;
      };
      const both = await post("# The analytical engine\n\nNotes.");
      const one = await post("# Engines\n\nOne is analytical. A cat.");
      const none = await post("An analytical engine, and an engine, and an engine.");
      const other = await post("# Analytical notes\n\nOf the engine. A category.");
      const phrase = await post("# Engine, analytical\n\nThe analytical engine.");
      const cat = await post("# Category\n\nA cat.");
      const young = await post("A cat, analytical as an engine.");
      const rest = [young, none];
      for (const caller of [owner, reader]) {
        // An unfinished word is also the beginning of a longer one, in a title too.
        expect(await ids(fixture, "analytical engine", caller)).toEqual([phrase, both, other, one, ...rest]);
        expect(await ids(fixture, "engine ", caller)).toEqual([phrase, one, both, young, other, none]);
        expect(await ids(fixture, "engin", caller)).toEqual([phrase, one, both, young, other, none]);
        expect(await ids(fixture, '"analytical engine"', caller)).toEqual([both, phrase, none]);
        expect(await ids(fixture, "analytical engine -notes", caller)).toEqual([phrase, one, ...rest]);
        // In titles, a beginning of three letters is a word.
        expect(await ids(fixture, "cat", caller)).toEqual([young, cat, other, one]);
      }
    }));

  it("goes through all pages without a gap, and takes no made-up cursor", () =>
    withFixture(async (fixture) => {
      for (let n = 0; n < 7; n += 1) await fixture.post(`grape number ${n}`);
      const seen: number[] = [];
      let after: string | null = null;
      for (;;) {
        const page = await search(fixture.context, { query: "grape", first: 3, after, caller: reader });
        seen.push(...page.items.map(({ id }) => id));
        expect(page.hasPreviousPage).toBe(after !== null);
        after = page.endCursor;
        if (!page.hasNextPage) break;
        await fixture.post("a grape that came in between");
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeGreaterThanOrEqual(7);
      for (const cursor of ["x", "", "LTEuMg", "MS4yLjM", "a".repeat(5_000)]) {
        await expect(
          search(fixture.context, { query: "grape", first: 3, after: cursor, caller: reader }),
        ).rejects.toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
      }
      for (const first of [0, 101, 1.5, Number.NaN]) {
        await expect(search(fixture.context, { query: "grape", first, caller: reader })).rejects.toThrow(
          expect.objectContaining({ code: "VALIDATION_FAILED" }),
        );
      }
    }));

  it("answers every text with a page and never with an error", () =>
    withFixture(async (fixture) => {
      await fixture.post("a b c 世界 #tag 'quote' \"double\" back\\slash");
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
          const page = await search(fixture.context, { query, first: 10, caller: by });
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
        await search(fixture.context, { query, first: 10, caller: owner });
      }
    }));

  it("takes texts of any size and kind", () =>
    withFixture(async (fixture) => {
      const hard = [
        "𠀀".repeat(60_000),
        "x".repeat(130_000),
        "\0 nul \ud83d\ude00",
        "'\\ \\' ''",
        "a\u0301".repeat(50_000),
        Array.from({ length: 40_000 }, (_, n) => n.toString(36)).join(" "),
        Array.from({ length: 30_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join(""),
      ];
      for (const text of hard) await fixture.post(`${text} marker`);
      await fixture.post("start of it", "local");
      expect(await ids(fixture, "start")).toHaveLength(1);
      expect((await ids(fixture, "marker")).length).toBeGreaterThanOrEqual(2);
    }));

  it("indexes what was there before, and goes on where it was stopped", () =>
    withFixture(async (fixture, store) => {
      const made: number[] = [];
      for (let n = 0; n < 45; n += 1) made.push((await fixture.post(`kiwi ${n}`, "local")).id);
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
        ...fixture.context.blobs,
        size: async (hash: `0x${string}`) => {
          stop.abort();
          return await fixture.context.blobs.size(hash);
        },
      };
      expect(await reindexPublications({ ...fixture.context, blobs }, stop.signal)).toBe(20);
      expect(await ids(fixture, "kiwi")).toHaveLength(20);
      expect(await reindexPublications(fixture.context)).toBe(25);
      expect(await ids(fixture, "kiwi", reader)).toHaveLength(45);
      expect(await reindexPublications(fixture.context)).toBe(0);
      // The index of an older version is made again.
      await store.transaction((tx) => writeMeta(tx, "search_progress", "3:done"));
      expect(await reindexPublications(fixture.context)).toBe(45);
    }));
});
