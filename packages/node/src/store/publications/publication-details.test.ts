import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, draftOf, signedOf, storePublication } from "../../../test/support/store-records.ts";
import { findContent } from "../contents.ts";
import type { Store } from "../database.ts";
import { saveHashtags } from "../search/hashtags.ts";
import { allDetails, findDetailedBySlug, readDetailedPublications } from "./publication-details.ts";
import { saveSchedule } from "./publication-schedules.ts";
import { findPublication, findPublicationBySlug } from "./publications.ts";
import { readTimeline } from "./timeline.ts";

/** A signed publication with tags, a draft that is scheduled, and the ids of both. */
async function fill(store: Store): Promise<[number, number]> {
  return await store.transaction(async (tx) => {
    const signed = await storePublication(tx, { ...signedOf(1, 1, 100), slug: "a" });
    const draft = await storePublication(tx, draftOf(1, 2, 150_000));
    const row = await findPublication(tx, signed);
    if (row) await saveHashtags(tx, row, ["straße", "b", "zoo", "a_1"]);
    await saveSchedule(tx, { publicationId: draft, dueAt: 9_000 });
    return [signed, draft];
  });
}

forEachDatabase((_name, open) => {
  it("reads what other tables have about publications, and no more than is wanted", async () => {
    const store = await open();
    const [signed, draft] = await fill(store);
    const read = async (wanted: typeof allDetails) => {
      const rows = await readDetailedPublications(store.db, [draft, signed], wanted);
      return rows.sort((a, b) => a.id - b.id).map(({ size, tags, dueAt }) => ({ size, tags, dueAt }));
    };
    const sizes = [];
    for (const id of [signed, draft]) {
      const { contentHash } = (await findPublication(store.db, id)) ?? {};
      sizes.push(contentHash && (await findContent(store.db, contentHash))?.size);
    }
    const tags = "a_1 b straße zoo";
    expect(await read(allDetails)).toEqual([
      { size: sizes[0], tags, dueAt: null },
      { size: sizes[1], tags: null, dueAt: 9_000 },
    ]);
    expect(await read(["tags"])).toEqual([
      { size: null, tags, dueAt: null },
      { size: null, tags: null, dueAt: null },
    ]);
    expect(await read([])).toEqual(Array(2).fill({ size: null, tags: null, dueAt: null }));
    expect(await readDetailedPublications(store.db, [], allDetails)).toEqual([]);
  });

  it("reads the same by a slug and in the timeline", async () => {
    const store = await open();
    const [signed] = await fill(store);
    const [byId] = await readDetailedPublications(store.db, [signed], allDetails);
    const bySlug = await findDetailedBySlug(store.db, addressOf(1), "a", allDetails);
    const page = { states: ["signed"], limit: 9 } as const;
    const [listed] = await readTimeline(store.db, page, allDetails);
    expect([bySlug, listed]).toEqual([byId, byId]);
    expect(byId).toMatchObject({ ...(await findPublicationBySlug(store.db, addressOf(1), "a")) });
    expect(await findDetailedBySlug(store.db, addressOf(2), "a", allDetails)).toBe(null);
  });
});
