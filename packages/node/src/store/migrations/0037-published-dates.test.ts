import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { draftOf, hashOf, profileOf, signedOf, storeUnlisted } from "../../../test/support/store-records.ts";
import { migrate } from "../migrate.ts";
import { openStore } from "../open-store.ts";
import { saveProfile } from "../peers/profiles.ts";
import { readPublicPosts } from "../publications/public-posts.ts";
import type { NewPublication } from "../publications/publications.ts";

const day = 86_400_000;
const urn = (content: number, end: number) => `urn:sha256:${hashOf(content).slice(2)}:${end}`;

forEachDatabase((_name, _open, fresh) => {
  it("keeps the feed ids that readers hold, and gives posts the dates on which they were written", async () => {
    await using store = await openStore(await fresh());
    await migrate(store, { last: "0033-interrupted-rows" });
    const owner = profileOf(1, { isSelf: true });
    const local = (content: number, at: number, about: Partial<NewPublication> = {}): NewPublication => ({
      ...draftOf(1, content, at),
      state: "local",
      ...about,
    });
    const ids = await store.transaction(async (tx) => {
      const made: number[] = [];
      for (const publication of [
        signedOf(1, 1, 100, 1),
        local(2, 10 * day, { updatedAt: 12 * day }),
        // Imported: one that waits, one that was signed later, one from before 1970.
        local(3, day, { writtenAt: day, updatedAt: 20 * day }),
        { ...signedOf(1, 4, 30 * 86_400, 2), writtenAt: 2 * day },
        local(5, -3 * day, { writtenAt: -3 * day, updatedAt: 20 * day }),
        // A post and its correction.
        { ...signedOf(1, 6, 5 * 86_400, 3), original: hashOf(6), isReplaced: 1 as const },
        { ...signedOf(1, 7, 40 * 86_400, 4), original: hashOf(6), replaces: hashOf(6) },
        draftOf(1, 8, day),
        signedOf(2, 9, 100, 1),
      ]) {
        const { writtenAt, replaces, original, isReplaced } = publication;
        const id = await storeUnlisted(tx, publication);
        await tx
          .updateTable("publications")
          .set({ writtenAt, replaces, original, isReplaced })
          .where("id", "=", id)
          .execute();
        made.push(id);
      }
      await saveProfile(tx, owner);
      return made;
    });
    const [alone, edited, imported, signed, old, first, corrected, draft, replica] = ids;
    await migrate(store);
    const rows = await store.db
      .selectFrom("publications")
      .select(["id", "feedId", "publishedAt", "modifiedAt", "siteTime"])
      .orderBy("id")
      .execute();
    expect(rows.map((row) => Object.values(row))).toEqual([
      [alone, urn(1, 100), 100_000, 100_000, 100],
      [edited, urn(2, Number(edited)), 10 * day, 12 * day, 10 * 86_400],
      [imported, urn(3, Number(imported)), day, day, 86_400],
      [signed, urn(4, 30 * 86_400), 2 * day, 2 * day, 2 * 86_400],
      [old, urn(5, Number(old)), -3 * day, -3 * day, -3 * 86_400],
      [first, urn(7, 40 * 86_400), 5 * day, 5 * day, 5 * 86_400],
      [corrected, urn(7, 40 * 86_400), 5 * day, 40 * day, 5 * 86_400],
      [draft, null, null, null, null],
      [replica, null, null, null, null],
    ]);
    const page = { publisher: owner.address, limit: 9, offset: 0 };
    const { posts, total } = await readPublicPosts(store.db, page);
    expect(posts.map(({ id }) => id)).toEqual([edited, corrected, signed, imported, alone, old]);
    expect(total).toBe(6);
    const deep = await readPublicPosts(store.db, { ...page, limit: 1, offset: 5 });
    expect(deep.posts.map(({ id }) => id)).toEqual([old]);
  });
});
