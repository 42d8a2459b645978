import { expect, it } from "vitest";
import { forEachDatabase } from "../../test/support/databases.ts";
import { limits } from "./limits.ts";
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
});
