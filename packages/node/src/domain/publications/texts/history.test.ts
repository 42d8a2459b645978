import { contentHash } from "@freehold/protocol";
import { describe, expect, it, test } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { isReferenced } from "../../../store/contents.ts";
import { limits } from "../../limits.ts";
import { destroyPublication } from "../../trash/destroy.ts";
import { emptyTrash } from "../../trash/trash.ts";
import { saveDraft } from "../save-draft.ts";
import { updatePublication } from "../update.ts";
import { chooseToDrop, readHistory, readVersion } from "./history.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("of earlier texts", () => {
  const now = 100 * day;
  const dropped = (versions: { age: number; size?: number }[]) =>
    chooseToDrop(
      versions.map(({ age, size = 1 }, id) => ({ id, savedAt: now - age, size })),
      now,
    );

  test("all of the last hour stay, then one an hour, then one a day", () => {
    const ages = [1, 2, 59 * minute, 2 * hour + 1, 2 * hour + 2, 5 * day + 1, 5 * day + 2, 9 * day];
    expect(dropped(ages.map((age) => ({ age })))).toEqual([4, 6]);
  });

  test("as many stay as the limits allow, in number and in bytes", () => {
    const young = Array.from({ length: limits.savedVersions + 2 }, () => ({ age: 0 }));
    expect(dropped(young)).toEqual([limits.savedVersions, limits.savedVersions + 1]);
    expect(dropped([{ age: 0, size: limits.savedVersionBytes - 1 }, { age: 0 }, { age: 0 }])).toEqual([2]);
  });
});

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }

  /** Saves texts one after another, each so many ms after the one before it. */
  async function write(fixture: OwnerFixture, texts: readonly (readonly [ms: number, body: string])[]) {
    const [, first = ""] = texts[0] ?? [];
    let draft = await saveDraft(fixture.context, { id: null, body: first, revision: null });
    for (const [ms, body] of texts.slice(1)) {
      fixture.context.clock.advance(ms);
      draft = await saveDraft(fixture.context, { id: draft.id, body, revision: draft.updatedAt });
    }
    return draft;
  }

  async function kept({ context }: OwnerFixture, id: number): Promise<string[]> {
    const versions = await readHistory(context, id);
    return Promise.all(versions.map(async (version) => (await readVersion(context, version.id)).body));
  }

  it("keeps a text every five minutes, and the one before a pause", () =>
    withFixture(async (fixture) => {
      const { id } = await write(fixture, [
        [0, "a"],
        [minute, "ab"],
        [4 * minute, "abc"],
        [minute, "abcd"],
        [30 * minute, "abcde"],
      ]);
      expect(await kept(fixture, id)).toEqual(["abcd", "abc"]);
    }));

  it("keeps a text of which much is deleted, and one that the owner replaces by an earlier one", () =>
    withFixture(async (fixture) => {
      const long = "All of these words are needed. ".repeat(20);
      const draft = await write(fixture, [
        [0, long],
        [1, "x"],
        [1, "xy"],
      ]);
      expect(await kept(fixture, draft.id)).toEqual([long]);
      const { id, updatedAt: revision } = draft;
      await saveDraft(fixture.context, { id, body: long, revision, keepsVersion: true });
      expect(await kept(fixture, draft.id)).toEqual(["xy", long]);
    }));

  it("keeps what was published on the site, and its bytes as long as the post is there", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { store } = context;
      const post = await fixture.post("first", "local");
      await updatePublication(context, post.id, { body: "second" });
      expect(await kept(fixture, post.id)).toEqual(["first"]);
      const hash = contentHash(Buffer.from("first"));
      expect(await isReferenced(store.db, hash)).toBe(true);
      await destroyPublication(context, post.id);
      expect(await isReferenced(store.db, hash)).toBe(true);
      await emptyTrash(context, null);
      expect(await isReferenced(store.db, hash)).toBe(false);
      await expect(readHistory(context, post.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }));
});
