import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import {
  addressOf,
  draftOf,
  hashOf,
  signedOf,
  storePublication,
} from "../../../test/support/store-records.ts";
import type { Store, Tx } from "../database.ts";
import { addHashtags } from "../search/hashtags.ts";
import { type DatedPage, datedPosition, readByDate } from "./dated-publications.ts";
import { saveSchedule } from "./publication-schedules.ts";
import { findPublication, type NewPublication, updatePublication } from "./publications.ts";

const me = addressOf(1);
const day = 86_400;
const numbers = (page: readonly { contentHash: string }[]) => page.map((row) => Number(row.contentHash));
const read = async (store: Store, page: Partial<DatedPage> = {}) =>
  await readByDate(store.db, { publisher: me, limit: 50, ...page });

/** An own post that was written on a day (since 1970), and signed on another one where that is given. */
function post(content: number, written: number, signed: number | null, about: Partial<NewPublication> = {}) {
  const row =
    signed === null
      ? { ...draftOf(1, content, written * day * 1_000), state: "local" as const }
      : signedOf(1, content, signed * day, content);
  return { ...row, writtenAt: written * day * 1_000, ...about };
}

async function store(tx: Tx, publication: NewPublication, tags: readonly string[] = []): Promise<number> {
  const id = await storePublication(tx, publication);
  const stored = await findPublication(tx, id);
  if (stored) await addHashtags(tx, stored, tags);
  return id;
}

/** From the newest: 8 scheduled, 7 a draft, 6 signed at once, 5 to 1 imported, some of them signed later; the last before 1970. */
async function fill(tx: Tx): Promise<void> {
  await store(tx, post(3, 300, 1_001), ["oak"]);
  await store(tx, post(1, -200, 1_003));
  await store(tx, post(5, 500, null), ["oak"]);
  await store(tx, post(4, 400, 1_002, { kind: "FILE" }));
  await store(tx, { ...draftOf(1, 7, 2_000 * day * 1_000) }, ["oak"]);
  await store(tx, post(2, 100, null, { isPage: 1 }));
  await store(tx, signedOf(1, 6, 1_500 * day));
  const scheduled = await store(tx, draftOf(1, 8, 50 * day * 1_000), ["oak"]);
  await saveSchedule(tx, { publicationId: scheduled, dueAt: 3_000 * day * 1_000 + 250 });
  // A post of somebody else.
  await store(tx, signedOf(2, 9, 1_000 * day), ["oak"]);
}

forEachDatabase((_name, open) => {
  it("shows the owner's publications by the dates of writing, drafts by their own", async () => {
    const node = await open();
    await node.transaction(fill);
    expect(numbers(await read(node))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(numbers(await read(node, { limit: 3 }))).toEqual([8, 7, 6]);
    expect(numbers(await read(node, { states: ["signed"] }))).toEqual([6, 4, 3, 1]);
    expect(numbers(await read(node, { states: ["draft", "local", "draft"] }))).toEqual([8, 7, 5, 2]);
    expect(numbers(await read(node, { kinds: ["FILE"] }))).toEqual([4]);
    expect(numbers(await read(node, { isPage: false, states: ["local"] }))).toEqual([5]);
    expect(numbers(await read(node, { tag: "oak" }))).toEqual([8, 7, 5, 3]);
    expect(numbers(await read(node, { tag: "oak", states: ["signed", "local"] }))).toEqual([5, 3]);
    expect(await read(node, { states: [] })).toEqual([]);
    expect(await read(node, { kinds: [] })).toEqual([]);
  });

  it("compares days with the same dates", async () => {
    const node = await open();
    await node.transaction(fill);
    expect(numbers(await read(node, { since: 300 * day, until: 500 * day }))).toEqual([4, 3]);
    expect(numbers(await read(node, { until: 0 }))).toEqual([1]);
    expect(numbers(await read(node, { since: 2_000 * day }))).toEqual([8, 7]);
    expect(numbers(await read(node, { since: 3_000 * day, until: 3_000 * day + 1 }))).toEqual([8]);
    expect(await read(node, { until: 3_000 * day, since: 2_500 * day })).toEqual([]);
    expect(numbers(await read(node, { tag: "oak", since: 300 * day, until: 2_001 * day }))).toEqual([
      7, 5, 3,
    ]);
  });

  it("goes on behind any place, without a gap or a repetition, also within a second", async () => {
    const node = await open();
    await node.transaction(async (tx) => {
      await fill(tx);
      for (let n = 0; n < 5; n += 1) await store(tx, post(20 + n, 400, n % 2 ? 1_100 + n : null), ["oak"]);
      for (let n = 0; n < 3; n += 1) {
        const id = await store(tx, draftOf(1, 30 + n, 400 * day * 1_000), ["oak"]);
        if (n > 0) await saveSchedule(tx, { publicationId: id, dueAt: 3_000 * day * 1_000 + 400 - n * 100 });
      }
    });
    for (const page of [{}, { tag: "oak" }, { since: 100 * day }]) {
      const whole = await read(node, page);
      expect(new Set(numbers(whole)).size).toBe(whole.length);
      for (const [index, publication] of whole.entries()) {
        const before = datedPosition(publication);
        const next = await read(node, { ...page, limit: 3, before });
        expect(numbers(next)).toEqual(numbers(whole.slice(index + 1, index + 4)));
      }
    }
    expect(numbers(await read(node, { limit: 3 }))).toEqual([31, 8, 32]);
  });

  it("shows a correction in the place of its post, and each of the versions where it is asked to", async () => {
    const node = await open();
    await node.transaction(async (tx) => {
      await fill(tx);
      await store(tx, post(40, 300, 1_800, { writtenAt: null, replaces: hashOf(3) }));
    });
    expect(numbers(await read(node, { newestOnly: true, states: ["signed"] }))).toEqual([6, 4, 40, 1]);
    const whole = await read(node, { states: ["signed"] });
    expect(numbers(whole)).toEqual([6, 4, 40, 3, 1]);
    const [, , correction] = whole;
    if (!correction) throw new Error("No correction.");
    const before = datedPosition(correction);
    expect(numbers(await read(node, { states: ["signed"], before }))).toEqual([3, 1]);
  });

  it("keeps the date of a post that is signed, and shows one that was taken back as a draft", async () => {
    const node = await open();
    const [id] = await node.transaction(async (tx) => {
      await fill(tx);
      return [await store(tx, post(50, 350, null))];
    });
    await node.transaction(async (tx) => {
      const { timestamp, signature, proofType, seq } = signedOf(1, 50, 1_900 * day, 1);
      await updatePublication(tx, id ?? 0, { state: "signed", timestamp, signature, proofType, seq });
    });
    expect(numbers(await read(node, { states: ["signed"] }))).toEqual([6, 4, 50, 3, 1]);
    const [local] = await read(node, { states: ["local"] });
    await node.transaction(async (tx) => {
      await updatePublication(tx, local?.id ?? 0, { state: "draft", createdAt: 5_000 * day * 1_000 });
    });
    expect(numbers(await read(node))).toEqual([5, 8, 7, 6, 4, 50, 3, 2, 1]);
  });
});
