import { dayMs } from "@freehold/protocol/internal";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { insertComment, listComments } from "../../store/comments.ts";
import { isReferenced } from "../../store/contents.ts";
import type { Store } from "../../store/database.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { listTables } from "../../store/tables/list-tables.ts";
import type { Caller } from "../access/callers.ts";
import { destroyComment } from "../comments/delete.ts";
import { limits } from "../limits.ts";
import { findMoved } from "../publications/old-addresses.ts";
import { saveDraft } from "../publications/save-draft.ts";
import { schedulePublication } from "../publications/schedule.ts";
import { updatePublication } from "../publications/update.ts";
import { findVisiblePublication } from "../publications/visible.ts";
import { search } from "../search/search.ts";
import { destroyPublication, destroyPublications } from "./destroy.ts";
import { restoreAll, restoreFromTrash } from "./restore.ts";
import { emptyTrash, listTrash, sweepTrash } from "./trash.ts";

const owner: Caller = { kind: "client", tokenId: "1" };
const code = (name: string) => expect.objectContaining({ code: name });
const publication = (subjectId: number) => ({ kind: "publication", subjectId }) as const;
const comment = (subjectId: number) => ({ kind: "comment", subjectId }) as const;

/** All rows of all tables, but those that say when something was done, and the search with its own ids. */
async function readEverything({ db }: Store): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { name, key } of listTables()) {
    if (["search_documents", "jobs", "meta", "contents", "publication_marks"].includes(name)) continue;
    const order = sql.join(key.map((column) => sql.ref(column)));
    rows[name] = (await sql`select * from ${sql.table(name)} order by ${order}`.execute(db)).rows;
  }
  return rows;
}

const page = { first: 100 };

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture, store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture, store);
  }

  const found = async ({ context }: OwnerFixture, query: string) =>
    (await search(context, { query, first: 10, caller: owner })).items.map(({ id }) => id);
  const trashed = async ({ context }: OwnerFixture) => (await listTrash(context, page)).items;

  async function writeComment(store: Store, publicationId: number, body: string): Promise<number> {
    return await store.transaction(async (tx) => {
      const id = await insertComment(tx, {
        publicationId,
        authType: "EMAIL",
        authorId: "ann@example.org",
        authorName: "Ann",
        body,
        timestamp: 1_700_000_000,
        client: "a network",
        tokenHash: null,
        createdAt: 1_700_000_000_000,
      });
      await tx
        .updateTable("comments")
        .set({ state: "published", confirmedAt: 1 })
        .where("id", "=", id)
        .execute();
      return id;
    });
  }

  it("names every table whose rows a deletion takes along or unlinks", () =>
    withFixture(async (_fixture, store) => {
      for (const [of, table] of [
        ["publication", "publications"],
        ["comment", "comments"],
      ] as const) {
        const declared = listTables().flatMap(({ name, trash = [] }) =>
          trash.filter((one) => one.of === of).map(({ column }) => `${name}.${column}`),
        );
        // Tags are read from the text again.
        const known = [...declared, ...(of === "publication" ? ["publication_hashtags.publication_id"] : [])];
        expect((await listReferences(store, table)).sort()).toEqual(known.sort());
      }
    }));

  it("brings a post back whole: every row is as it was", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("# Lilac\n\nFirst words #garden", "local", { slug: "lilac" });
      context.clock.advance(1_000);
      await updatePublication(context, post.id, { body: "# Lilac\n\nOther words #garden", slug: "syringa" });
      await writeComment(store, post.id, "Mauve, surely");
      await store.transaction((tx) => tx.updateTable("comments").set({ client: null }).execute());
      const before = await readEverything(store);
      await destroyPublication(context, post.id);
      expect(await findVisiblePublication(context, { slug: "syringa" }, owner)).toBeNull();
      expect([await found(fixture, "lilac "), await found(fixture, "#garden")]).toEqual([[], []]);
      expect(await findMoved(context, "/slug/syringa")).toBe("gone");
      expect(await trashed(fixture)).toMatchObject([
        {
          id: post.id,
          type: "POST",
          state: "local",
          title: "Lilac",
          excerpt: "Other words #garden",
          files: 0,
        },
      ]);
      context.clock.advance(29 * dayMs);
      expect(await sweepTrash(context)).toBe(0);
      expect(await restoreAll(context, [publication(post.id), publication(post.id)])).toEqual([
        { id: post.id, kind: "publication", lostSlug: null },
      ]);
      // While a post has the tag, nobody looks for that address.
      const gone = { path: "/tags/garden", publication_id: null };
      const old_addresses = [...(before.old_addresses ?? []), gone];
      expect(await readEverything(store)).toEqual({ ...before, old_addresses });
      expect([await found(fixture, "lilac "), await found(fixture, "#garden")]).toEqual([
        [post.id],
        [post.id],
      ]);
      expect(await findMoved(context, "/slug/lilac")).toEqual({ path: "/slug/syringa" });
    }));

  it("brings a signed post back to its place, and sends it to those who missed it", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      await fixture.follower(2);
      const post = await fixture.post("Signed words", "signed");
      const later = await fixture.post("Later words", "signed");
      const before = await findPublication(store.db, post.id);
      await store.transaction((tx) =>
        tx
          .updateTable("outbox")
          .set({ state: "refused", lastError: "deleted before it was delivered" })
          .where("subject", "=", String(post.id))
          .execute(),
      );
      await destroyPublication(context, post.id);
      await fixture.follower(3);
      await restoreFromTrash(context, publication(post.id));
      expect(await findPublication(store.db, post.id)).toEqual(before);
      expect(await store.db.selectFrom("publication_tombstones").select("contentHash").execute()).toEqual([]);
      const sent = await store.db.selectFrom("outbox").select(["subject", "state"]).execute();
      expect(sent.filter(({ subject }) => subject === String(post.id)).map(({ state }) => state)).toEqual([
        "pending",
        "pending",
      ]);
      expect(sent.filter(({ subject }) => subject === String(later.id))).toHaveLength(1);
    }));

  it("gives a post another address where its own was taken since, and says so", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("# Lilac", "local", { slug: "lilac" });
      await destroyPublication(context, post.id);
      const other = await fixture.post("# Lilac too", "local", { slug: "lilac", takesSlug: true });
      const [back] = await restoreFromTrash(context, publication(post.id));
      expect(back).toMatchObject({ id: post.id, lostSlug: "lilac" });
      expect([post.id, other.id].map(async (id) => (await findPublication(store.db, id))?.slug)).toHaveLength(
        2,
      );
      expect((await findPublication(store.db, post.id))?.slug).toBe("lilac-2");
      expect((await findPublication(store.db, other.id))?.slug).toBe("lilac");
    }));

  it("keeps a scheduled draft a draft when its time has passed, and its schedule otherwise", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      for (const [days, left] of [
        [1, 0],
        [20, 1],
      ] as const) {
        const draft = await saveDraft(context, { id: null, body: `In ${days} days`, revision: null });
        await schedulePublication(context, draft.id, context.clock.now() + days * dayMs);
        await destroyPublication(context, draft.id);
        context.clock.advance(2 * dayMs);
        await restoreFromTrash(context, publication(draft.id));
        expect((await findPublication(store.db, draft.id))?.state).toBe("draft");
        const due = store.db.selectFrom("publication_schedules").select("dueAt");
        expect(await due.where("publicationId", "=", draft.id).execute()).toHaveLength(left);
      }
    }));

  it("brings files back with the post that they were deleted with, and their bytes are kept until then", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("# With a file", "local");
      const file = await fixture.post("bytes", "local", { kind: "FILE", filename: "a.bin" });
      await destroyPublication(context, post.id);
      expect(await destroyPublications(context, [file.id, 987], { deletedWith: post.id })).toEqual([file.id]);
      expect(await trashed(fixture)).toMatchObject([{ id: post.id, files: 1 }]);
      expect(await isReferenced(store.db, file.contentHash)).toBe(true);
      const back = await restoreFromTrash(context, publication(post.id));
      expect(back.map(({ id }) => id)).toEqual([post.id, file.id]);
      expect(await findPublication(store.db, file.id)).toMatchObject({ filename: "a.bin", state: "local" });
      expect(await trashed(fixture)).toEqual([]);
    }));

  it("deletes for good after 30 days, or when the owner says so, with what can't come back without it", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const [one, two, three] = [
        await fixture.post("One"),
        await fixture.post("Two"),
        await fixture.post("Three"),
      ];
      const said = await writeComment(store, two.id, "Words");
      await destroyComment(context, { id: said }, owner);
      await destroyPublication(context, one.id);
      context.clock.advance(dayMs);
      await destroyPublications(context, [two.id, three.id]);
      context.clock.advance(limits.trashMs - dayMs - 1);
      expect(await sweepTrash(context)).toBe(0);
      context.clock.advance(1);
      await sweepTrash(context);
      expect((await trashed(fixture)).map(({ id }) => id)).toEqual([three.id, two.id]);
      expect(await isReferenced(store.db, one.contentHash)).toBe(false);
      await expect(restoreFromTrash(context, publication(one.id))).rejects.toThrow(code("NOT_FOUND"));
      await emptyTrash(context, [publication(two.id)]);
      expect(await isReferenced(store.db, two.contentHash)).toBe(false);
      expect((await trashed(fixture)).map(({ id }) => id)).toEqual([three.id]);
      await emptyTrash(context, null);
      expect(await store.db.selectFrom("trash_rows").select("position").execute()).toEqual([]);
    }));

  it("brings a comment back, unless its post is deleted; one that its author deleted never", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("# Post", "local");
      const said = await writeComment(store, post.id, "Mauve");
      const state = { publicationId: post.id, states: ["published"], after: null, limit: 9 } as const;
      const [before] = await listComments(store.db, state);
      await destroyComment(context, { id: said }, owner);
      expect(await listComments(store.db, state)).toEqual([]);
      expect(await trashed(fixture)).toMatchObject([
        { id: said, type: "COMMENT", title: "Ann", excerpt: "Mauve" },
      ]);
      await destroyPublication(context, post.id);
      await expect(restoreFromTrash(context, comment(said))).rejects.toThrow(code("CONFLICT"));
      expect(await trashed(fixture)).toHaveLength(2);
      await restoreFromTrash(context, publication(post.id));
      await restoreFromTrash(context, comment(said));
      expect(await listComments(store.db, state)).toEqual([before]);
      const kept = await store.db.selectFrom("comments").select("client").execute();
      expect(kept).toEqual([{ client: null }]);
    }));

  it("keeps a deleted comment when the trash is emptied of a post that is not in it", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("Here", "local");
      const id = await writeComment(store, post.id, "Kept");
      await destroyComment(context, { id }, owner);
      await emptyTrash(context, [publication(post.id)]);
      expect(await trashed(fixture)).toMatchObject([{ type: "COMMENT", id }]);
    }));

  it("refuses what is here again, and changes nothing", () =>
    withFixture(async (fixture, store) => {
      const { context } = fixture;
      const post = await fixture.post("Signed words", "signed");
      const row = await findPublication(store.db, post.id);
      await destroyPublication(context, post.id);
      await store.transaction(async (tx) => {
        const { id: _id, ...again } = row ?? post;
        await tx.insertInto("publications").values(again).execute();
      });
      const before = await readEverything(store);
      await expect(restoreFromTrash(context, publication(post.id))).rejects.toThrow(code("CONFLICT"));
      expect(await readEverything(store)).toEqual(before);
    }));

  it("takes a page of things at once", () =>
    withFixture(async ({ context }) => {
      const many = Array.from({ length: limits.pageItems + 1 }, (_, id) => id);
      await expect(destroyPublications(context, many)).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(restoreAll(context, many.map(publication))).rejects.toThrow(code("VALIDATION_FAILED"));
      await expect(listTrash(context, { first: 5, after: "bm8" })).rejects.toThrow(code("VALIDATION_FAILED"));
    }));
});

/** The columns that refer to a table: `comments.publication_id`. */
async function listReferences({ db, dialect }: Store, table: string): Promise<string[]> {
  if (dialect.name === "sqlite") {
    const { rows } = await sql<{ name: string }>`
      select m.name || '.' || f."from" as name from sqlite_master as m, pragma_foreign_key_list(m.name) as f
      where m.type = 'table' and f."table" = ${table}
    `.execute(db);
    return rows.map(({ name }) => name);
  }
  const { rows } = await sql<{ name: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass
  `.execute(db);
  return rows.map(({ name }) => name);
}
