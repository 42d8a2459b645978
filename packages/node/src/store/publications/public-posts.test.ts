import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, draftOf, signedOf, storePublication, T0 } from "../../../test/support/store-records.ts";
import { readPublicLocations, readPublicPosts } from "./public-posts.ts";

const second = T0 / 1000;

forEachDatabase((_name, open) => {
  it("pages through local and signed posts of one publisher, newest first, and never a draft", async () => {
    const store = await open();
    const ids = await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(2, 90, second + 500));
      await storePublication(tx, draftOf(1, 91, T0 + 600_000));
      const made: number[] = [];
      for (let n = 0; n < 7; n += 1) {
        const post =
          n % 2 === 0
            ? signedOf(1, n, second + n)
            : { ...draftOf(1, n, T0 + n * 1000), state: "local" as const };
        made.push(await storePublication(tx, post));
      }
      return made.reverse();
    });
    const publisher = addressOf(1);
    const seen: number[] = [];
    for (const offset of [0, 3, 6, 9]) {
      const { posts: page, total } = await readPublicPosts(store.db, { publisher, limit: 3, offset });
      expect(total).toBe(7);
      expect(page.every(({ size }) => size === 1)).toBe(true);
      const places = page.map(({ id, slug, modifiedAt }) => ({ id, slug, modifiedAt }));
      expect(await readPublicLocations(store.db, { publisher, limit: 3, offset })).toEqual({
        posts: places,
        total,
      });
      seen.push(...page.map(({ id }) => id));
    }
    expect(seen).toEqual(ids);
  });

  it("keeps the order of signing within one second", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (const seq of [2, 3, 1]) await storePublication(tx, signedOf(1, seq, second, seq));
    });
    const { posts } = await readPublicPosts(store.db, { publisher: addressOf(1), limit: 10, offset: 0 });
    expect(posts.map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });
});
