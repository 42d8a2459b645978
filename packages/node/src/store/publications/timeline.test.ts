import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { addressOf, draftOf, signedOf, storePublication } from "../../../test/support/store-records.ts";
import type { Store } from "../database.ts";
import { timelinePosition } from "../tables/publications.ts";
import type { Publication } from "./publications.ts";
import { updatePublication } from "./publications.ts";
import type { TimelinePage } from "./timeline.ts";
import { iterateTimeline, readTimeline } from "./timeline.ts";

const numbers = (page: readonly Publication[]) => page.map((publication) => Number(publication.contentHash));

/** Contents 1 to 7, in the order of the timeline from its old end. */
async function fill(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    await storePublication(tx, signedOf(2, 3, 200, 0));
    await storePublication(tx, signedOf(1, 1, 100, 0));
    await storePublication(tx, draftOf(1, 2, 150_999));
    await storePublication(tx, signedOf(1, 4, 200, 1));
    await storePublication(tx, { ...draftOf(1, 5, 250_000), state: "local" });
    await storePublication(tx, draftOf(1, 6, 250_500));
    await storePublication(tx, signedOf(2, 7, 300, 0));
  });
}

forEachDatabase((_name, open) => {
  it("shows everybody's publications in every state, newest first", async () => {
    const store = await open();
    await fill(store);
    expect(numbers(await readTimeline(store.db, { limit: null }))).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(numbers(await readTimeline(store.db, { limit: 3 }))).toEqual([7, 6, 5]);
  });

  it("narrows by publisher and by state", async () => {
    const store = await open();
    await fill(store);
    const read = async (page: Partial<TimelinePage>) =>
      numbers(await readTimeline(store.db, { limit: 10, ...page }));
    expect(await read({ publisher: addressOf(1) })).toEqual([6, 5, 4, 2, 1]);
    expect(await read({ states: ["signed"] })).toEqual([7, 4, 3, 1]);
    expect(await read({ states: ["draft", "local", "draft"] })).toEqual([6, 5, 2]);
    expect(await read({ publisher: addressOf(2), states: ["signed", "local"] })).toEqual([7, 3]);
    expect(await read({ states: [] })).toEqual([]);
  });

  it("narrows by time: from a second on, and until one", async () => {
    const store = await open();
    await fill(store);
    const read = async (page: Partial<TimelinePage>) =>
      numbers(await readTimeline(store.db, { limit: 10, ...page }));
    expect(await read({ since: 200 })).toEqual([7, 6, 5, 4, 3]);
    expect(await read({ until: 200 })).toEqual([2, 1]);
    expect(await read({ since: 150, until: 251, publisher: addressOf(1) })).toEqual([6, 5, 4, 2]);
    const [, before] = await readTimeline(store.db, { limit: null });
    if (before) expect(await read({ since: 200, before: timelinePosition(before) })).toEqual([5, 4, 3]);
    expect(await read({ since: 300, until: 200 })).toEqual([]);
  });

  it("goes on behind any place, without a gap or a repetition", async () => {
    const store = await open();
    await fill(store);
    const whole = await readTimeline(store.db, { limit: null });
    for (const [index, publication] of whole.entries()) {
      const before = timelinePosition(publication);
      expect(await readTimeline(store.db, { limit: 3, before })).toEqual(whole.slice(index + 1, index + 4));
    }
  });

  it("moves a draft to the second in which it was signed", async () => {
    const store = await open();
    await fill(store);
    const draft = (await readTimeline(store.db, { limit: 10 })).find((row) => Number(row.contentHash) === 2);
    const { state, timestamp, signature, proofType } = signedOf(1, 2, 400);
    const patch = { state, timestamp, signature, proofType };
    await store.transaction((tx) => updatePublication(tx, draft?.id ?? 0, patch));
    expect(numbers(await readTimeline(store.db, { limit: 10 }))).toEqual([2, 7, 6, 5, 4, 3, 1]);
  });

  it("iterates over more than a page", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      for (let n = 0; n < 450; n += 1) {
        await storePublication(
          tx,
          n % 2 ? signedOf(1, n, 1_000 + (n >> 3), n) : draftOf(1, n, (1_000 + n) * 1_000),
        );
      }
    });
    const seen: Publication[] = [];
    for await (const publication of iterateTimeline(store.db)) seen.push(publication);
    expect(seen).toEqual(await readTimeline(store.db, { limit: null }));
    expect(new Set(numbers(seen)).size).toBe(450);
    const drafts: Publication[] = [];
    for await (const draft of iterateTimeline(store.db, { states: ["draft"] })) drafts.push(draft);
    expect(drafts.length).toBe(225);
  });
});
