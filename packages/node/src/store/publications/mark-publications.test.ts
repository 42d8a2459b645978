import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { isFull } from "../../../test/support/full.ts";
import { seededRandom } from "../../../test/support/seeded-random.ts";
import {
  addressOf,
  draftOf,
  hashOf,
  insertPlain,
  profileOf,
  signedOf,
  storePublication,
  T0,
} from "../../../test/support/store-records.ts";
import type { Store } from "../database.ts";
import { migrate } from "../migrate.ts";
import { openStore } from "../open-store.ts";
import { saveProfile } from "../peers/profiles.ts";
import type { PublicationState } from "../tables/publications.ts";
import { hasWrongMarks, recount, startLists } from "./mark-publications.ts";
import { readIndexPage, readPublicPosts } from "./public-posts.ts";
import {
  deletePublication,
  insertPublication,
  insertReplica,
  type NewPublication,
  updatePublication,
} from "./publications.ts";

const publisher = addressOf(1);
const lists = ["index", "site"] as const;
const states = ["draft", "local", "signed"] as const;

/** What the lists have to show, put together without marks. */
async function readWhole({ db }: Store) {
  const rows = await db
    .selectFrom("publications")
    .select(["id", "state", "sortTime", "seq", "isPage", "isReplaced", "siteTime", "siteSeq", "siteId"])
    .where("publisherAddress", "=", publisher)
    .execute();
  const sorted = [...rows].sort((a, b) => a.sortTime - b.sortTime || a.seq - b.seq || a.id - b.id);
  return {
    index: sorted.filter(({ state }) => state === "signed"),
    site: rows
      .filter(({ state, isPage, isReplaced }) => state !== "draft" && isPage + isReplaced === 0)
      .sort(
        (a, b) =>
          Number(b.siteTime) - Number(a.siteTime) ||
          Number(b.siteSeq) - Number(a.siteSeq) ||
          Number(b.siteId) - Number(a.siteId),
      ),
  };
}

async function expectRight(store: Store, random: () => number): Promise<void> {
  const { index, site } = await readWhole(store);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const offsets = [0, ...Array.from({ length: 6 }, () => Math.floor(random() * (site.length + 2)))];
  for (const offset of offsets) {
    const limit = 1 + Math.floor(random() * 30);
    const page = await readPublicPosts(store.db, { publisher, limit, offset });
    expect([page.total, ids(page.posts)]).toEqual([site.length, ids(site.slice(offset, offset + limit))]);
    for (const since of [null, index[offset]?.sortTime ?? 0]) {
      const later = index.filter(({ sortTime }) => since === null || sortTime > since);
      const found = await readIndexPage(store.db, { publisher, since, limit, offset });
      expect([found.total, ids(found.posts)]).toEqual([
        later.length,
        ids(later.slice(offset, offset + limit)),
      ]);
    }
  }
  for (const list of lists) expect(await hasWrongMarks(store.db, { publisher, list })).toBe(false);
}

const countMarks = async ({ db }: Store) =>
  (await db.selectFrom("publication_marks").select("id").execute()).length;

forEachDatabase((name, open, fresh) => {
  // PostgreSQL answers each of thousands of inserts over a connection.
  const itWithMany = (title: string, test: () => Promise<void>, timeout?: number) => {
    if (isFull || name === "sqlite") it(title, test, timeout);
  };

  itWithMany(
    "finds every page and total by marks, whatever is signed, backdated, changed and deleted",
    async () => {
      const store = await open();
      const random = seededRandom(14);
      const pick = (count: number) => Math.floor(random() * count);
      let content = 0;
      const make = (state: PublicationState, second: number, seq = pick(3)): NewPublication => {
        content += 1;
        const post = state === "signed" ? signedOf(1, 1, second, seq) : draftOf(1, 1, second * 1000);
        const flags = { isPage: content % 11 === 0 ? 1 : 0, isReplaced: content % 13 === 0 ? 1 : 0 } as const;
        // Some were written in another program, and some of these before 1970.
        const publishedAt = content % 5 === 0 ? (second - 11_000) * 1000 : null;
        return { ...post, ...flags, state, publishedAt, contentHash: hashOf(content % 50) };
      };
      const ids: number[] = [];
      await store.transaction(async (tx) => {
        for (let n = 0; n < 50; n += 1) await storePublication(tx, draftOf(2, n, T0));
        await saveProfile(tx, profileOf(1));
        await startLists(tx, publisher);
        // As they are signed day by day, some of them local, and then as an import brings older ones, the newest first.
        for (let n = 0; n < 2_200; n += 1)
          ids.push(await insertPublication(tx, make(n % 7 === 0 ? "local" : "signed", 10_000 + n)));
        for (let n = 0; n < 1_100; n += 1)
          ids.push(await insertPublication(tx, make(n % 5 === 0 ? "local" : "signed", 9_999 - n)));
      });
      const made = await countMarks(store);
      expect(made).toBeGreaterThan(12);
      await expectRight(store, random);
      for (let round = 0; round < 12; round += 1) {
        await store.transaction(async (tx) => {
          for (let n = 0; n < 25; n += 1) {
            const second = 8_000 + pick(5_000);
            const state = states[pick(3)] ?? "draft";
            const at = pick(ids.length);
            const kind = pick(3);
            if (kind === 0) ids.push(await insertPublication(tx, make(state, second)));
            else if (kind === 1) await deletePublication(tx, ids.splice(at, 1)[0] ?? 0, 1);
            // A pair of hash and second that is signed already is nobody's business here.
            else
              await updatePublication(tx, ids[at] ?? 0, {
                ...make(state, second),
                contentHash: hashOf(round),
              });
          }
        });
        await expectRight(store, random);
      }
    },
    300_000,
  );

  it("counts for nobody but the owner, and nothing that was undone", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 1, 5));
      await saveProfile(tx, profileOf(2));
      await insertReplica(tx, signedOf(2, 1, 6));
    });
    const undone = store.transaction(async (tx) => {
      await insertPublication(tx, signedOf(1, 1, 7));
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const total = async (address = publisher) =>
      (await readPublicPosts(store.db, { publisher: address, limit: 9, offset: 0 })).total;
    expect(await total()).toBe(1);
    expect(await total(addressOf(2))).toBe(0);
  });

  it("counts publications that are written at the same time", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 1, 1));
      // So that one of those that follow makes a mark.
      for (let n = 2; n <= 990; n += 1) await insertPublication(tx, signedOf(1, 1, n));
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        store.transaction((tx) => insertPublication(tx, signedOf(1, 1, 2_000 - ((n * 7) % 20)))),
      ),
    );
    await expectRight(store, seededRandom(1));
    await Promise.all(
      ["local", "signed"].map((state) =>
        store.transaction((tx) => updatePublication(tx, 1, make(state as PublicationState))),
      ),
    );
    await expectRight(store, seededRandom(2));
  });

  itWithMany("finds marks that are wrong or missing, and makes them anew", async () => {
    const store = await open();
    await store.transaction(async (tx) => {
      await storePublication(tx, signedOf(1, 1, 1));
      for (let n = 2; n <= 2_100; n += 1) await insertPublication(tx, signedOf(1, 1, n));
    });
    const repair = (list: (typeof lists)[number]) =>
      store.transaction((tx) => recount(tx, { publisher, list }));
    const spoil = async (position: number | null) => {
      const inner = store.db
        .selectFrom("publication_marks")
        .select("id")
        .where("list", "=", "site")
        .where("position", "=", 500);
      if (position === null)
        await store.db.deleteFrom("publication_marks").where("id", "in", inner).execute();
      else
        await store.db.updateTable("publication_marks").set({ position }).where("id", "in", inner).execute();
    };
    const made = await countMarks(store);
    await spoil(501);
    expect(await hasWrongMarks(store.db, { publisher, list: "site" })).toBe(true);
    for (const list of lists) await repair(list);
    await expectRight(store, seededRandom(3));
    expect(await countMarks(store)).toBe(made);
    await store.db.deleteFrom("publication_marks").execute();
    for (const list of lists) {
      expect(await hasWrongMarks(store.db, { publisher, list })).toBe(true);
      await repair(list);
    }
    await expectRight(store, seededRandom(4));
  });

  it("counts what was there before there were marks", async () => {
    await using store = await openStore(await fresh());
    await migrate(store, { last: "0011-jobs" });
    await store.transaction(async (tx) => {
      await saveProfile(tx, profileOf(1, { isSelf: true }));
      await saveProfile(tx, profileOf(2));
      await tx
        .insertInto("contents")
        .values({ hash: hashOf(1), size: 1, createdAt: T0 })
        .execute();
      await insertPlain(tx, signedOf(2, 1, 9));
      await insertPlain(tx, { ...draftOf(1, 1, T0), state: "local" });
      for (let n = 1; n <= 3; n += 1) await insertPlain(tx, signedOf(1, 1, n));
      await insertPlain(tx, draftOf(1, 1, T0));
    });
    await migrate(store);
    expect(await countMarks(store)).toBe(4);
    await expectRight(store, seededRandom(5));
  });
});

function make(state: PublicationState) {
  const { publisherAddress: _publisher, ...patch } = signedOf(1, 1, state === "signed" ? 3_000 : 7);
  return state === "signed"
    ? { ...patch, state }
    : { ...patch, state, timestamp: null, signature: null, proofType: null };
}
