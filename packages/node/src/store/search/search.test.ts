import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { limits } from "../limits.ts";
import { addDocument, findMatches } from "./search.ts";

forEachDatabase((name, open) => {
  const isSqlite = name === "sqlite";

  it("finds the words that a beginning may become, on SQLite up to a limit", async () => {
    const store = await open();
    const words = Array.from(
      { length: limits.wordsOfBeginning + 1 },
      (_, n) => `begin${String(n).padStart(4, "0")}`,
    );
    await store.transaction(async (tx) => {
      for (const [index, word] of words.entries()) {
        const id = { subjectId: index + 1, publicationId: index + 1 };
        const document = {
          kind: "publication",
          ...id,
          isPublic: true,
          marks: "",
          title: "",
          body: word,
        } as const;
        const terms = { title: [], body: [word], marks: [] };
        await addDocument(tx, document, { time: index, forReaders: index % 2 === 0, terms });
      }
    });
    const count = async (term: string, readersOnly: boolean) => {
      const phrase = { terms: [term], isMark: false, isPrefix: true };
      const expression = { all: [[phrase]], none: [] };
      const bounds = { since: null, before: null };
      return (await findMatches(store.db, { expression, readersOnly, ...bounds, limit: 1_000 })).length;
    };
    expect(await count("beg", false)).toBe(words.length);
    expect(await count("begin", false)).toBe(isSqlite ? limits.wordsOfBeginning : words.length);
    expect(await count("begin000", false)).toBe(10);
    expect(await count("begin", true)).toBe(Math.ceil(words.length / 2));
    expect(await count("begim", false)).toBe(0);
    expect(await count("begio", false)).toBe(0);
  });

  it("knows the ends of a beginning until public data changes, for no more beginnings than a limit", async () => {
    const store = await open();
    await using watching = store.watch();
    expect(watching).toBeDefined();
    await expect.poll(() => store.version()).not.toBeNull();
    let added = 0;
    const add = (title: string, word: string, forReaders = true) =>
      store.transaction(async (tx) => {
        added += 1;
        const ids = { subjectId: added, publicationId: added };
        const document = {
          kind: "publication",
          ...ids,
          isPublic: true,
          marks: "",
          title,
          body: word,
        } as const;
        const terms = { title: title === "" ? [] : [title], body: [word], marks: [] };
        await addDocument(tx, document, { time: added, forReaders, terms });
      });
    const find = async (readersOnly: boolean, ...terms: string[]) => {
      const all = [[{ terms, isMark: false, isPrefix: true }]];
      const version = store.version();
      const request = { expression: { all, none: [] }, readersOnly, since: null, before: null, version };
      return await findMatches(store.db, { ...request, limit: 1_000 });
    };
    /** Twice: found out, and remembered. */
    const seconds = async (readersOnly: boolean, ...terms: string[]) => {
      const first = await find(readersOnly, ...terms);
      expect(await find(readersOnly, ...terms)).toEqual(first);
      return first.map((id) => Math.floor(id / 2 ** 19));
    };
    await add("", "engine");
    await add("engineer", "other");
    await add("", "engineers", false);
    expect(await seconds(false, "engi")).toEqual([2, 3, 1]);
    expect(await seconds(true, "engi")).toEqual([2, 1]);
    await add("", "engines");
    expect(await seconds(false, "engi")).toEqual([2, 4, 3, 1]);
    expect(await seconds(true, "engi")).toEqual([2, 4, 1]);
    for (let n = 0; n <= limits.rememberedBeginnings; n += 1) await find(false, `begin${n}`);
    expect(await seconds(false, "engi")).toEqual([2, 4, 3, 1]);
    expect(await seconds(false, "nothing", "engi")).toEqual([]);
  });
});
