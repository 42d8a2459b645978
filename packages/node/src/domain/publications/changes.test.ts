import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { isReferenced } from "../../store/contents.ts";
import { findChanges, type PublicationChanges } from "../../store/publications/publication-changes.ts";
import { findPublication, type Publication } from "../../store/publications/publications.ts";
import { mustBeThere } from "../../store/query-results.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { emptyTrash } from "../trash/trash.ts";
import { discardChanges, isOutdated, publishChanges } from "./changes.ts";
import { readFilesOf } from "./files/files-of-post.ts";
import { saveDraft } from "./save-draft.ts";
import { completeStoredTexts } from "./texts/complete-addresses.ts";
import { readHistory, readVersion } from "./texts/history.ts";
import { readChangedText, updatePublication } from "./update.ts";

const code = (name: string) => expect.objectContaining({ code: name });

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }

  const changesOf = async ({ context }: OwnerFixture, id: number): Promise<PublicationChanges> =>
    mustBeThere(await findChanges(context.store.db, id), "changes");

  const textOf = async (fixture: OwnerFixture, id: number) =>
    readChangedText(fixture.context, await changesOf(fixture, id));

  const shownText = async ({ context }: OwnerFixture, id: number) =>
    readChangedText(context, mustBeThere(await findPublication(context.store.db, id), "post"));

  const kept = async ({ context }: OwnerFixture, id: number): Promise<string[]> =>
    Promise.all(
      (await readHistory(context, id)).map(async (one) => (await readVersion(context, one.id)).body),
    );

  /** Changes a post as an editor does that has read it. @returns the changes */
  async function change(
    fixture: OwnerFixture,
    { id, updatedAt }: Pick<Publication, "id" | "updatedAt">,
    body: string,
  ) {
    await saveDraft(fixture.context, { id, body, revision: updatedAt });
    return await changesOf(fixture, id);
  }

  it("keeps changes beside a post, which readers see when they are published", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("# Old\n\nold", "local", { slug: "old" });
      const first = await change(fixture, post, "# Old\n\nnew");
      await saveDraft(context, { id: post.id, body: "# New", slug: "new", revision: first.updatedAt });
      const changes = await changesOf(fixture, post.id);
      expect(await shownText(fixture, post.id)).toBe("# Old\n\nold");
      expect([await textOf(fixture, post.id), changes.slug]).toEqual(["# New", "new"]);
      const published = await publishChanges(context, post.id, { revision: changes.updatedAt });
      expect([await shownText(fixture, post.id), published.slug, published.state]).toEqual([
        "# New",
        "new",
        "local",
      ]);
      expect(published.modifiedAt).toBeGreaterThan(post.modifiedAt ?? 0);
      expect(await findChanges(context.store.db, post.id)).toBeNull();
      expect(await kept(fixture, post.id)).toContain("# Old\n\nold");
    }));

  it("leaves the post as it is until then, also its revision", () =>
    withFixture(async (fixture) => {
      const { db } = fixture.context.store;
      const { id } = await fixture.post("old", "local");
      const post = mustBeThere(await findPublication(db, id), "post");
      await change(fixture, post, "new");
      expect(await findPublication(db, id)).toEqual(post);
    }));

  it("refuses changes that another editor has not seen, and takes the same text twice", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("old", "local");
      const mine = await change(fixture, post, "mine");
      // The answer was lost.
      expect(await change(fixture, post, "mine")).toEqual(mine);
      await expect(change(fixture, post, "theirs")).rejects.toThrow(code("CONFLICT"));
      expect(await textOf(fixture, post.id)).toBe("mine");
      const next = await change(fixture, { id: post.id, updatedAt: mine.updatedAt }, "mine too");
      await expect(publishChanges(context, post.id, { revision: mine.updatedAt })).rejects.toThrow(
        code("CONFLICT"),
      );
      await expect(discardChanges(context, post.id, mine.updatedAt)).rejects.toThrow(code("CONFLICT"));
      expect([await shownText(fixture, post.id), await changesOf(fixture, post.id)]).toEqual(["old", next]);
    }));

  it("notices that another text was published since the changes were begun", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("old", "local");
      const mine = await change(fixture, post, "mine");
      const other = await updatePublication(context, post.id, { body: "other" });
      expect(isOutdated(other, mine)).toBe(true);
      await expect(publishChanges(context, post.id, { revision: mine.updatedAt })).rejects.toThrow(
        code("CONFLICT"),
      );
      await expect(change(fixture, { id: post.id, updatedAt: mine.updatedAt }, "more")).rejects.toThrow(
        code("CONFLICT"),
      );
      expect([await shownText(fixture, post.id), await textOf(fixture, post.id)]).toEqual(["other", "mine"]);
      // The owner has compared them, and goes on with this one.
      const settled = await change(fixture, other, "mine");
      await publishChanges(context, post.id, { revision: settled.updatedAt });
      expect(await shownText(fixture, post.id)).toBe("mine");
    }));

  it("ends with the published text, with a discard, which the history keeps, and with the post", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { db } = context.store;
      const post = await fixture.post("old", "local");
      const typed = await change(fixture, post, "new");
      await saveDraft(context, { id: post.id, body: "old", revision: typed.updatedAt });
      expect(await findChanges(db, post.id)).toBeNull();
      const again = await change(fixture, post, "newer");
      expect(await isReferenced(db, again.contentHash)).toBe(true);
      await discardChanges(context, post.id, again.updatedAt);
      expect([await findChanges(db, post.id), await kept(fixture, post.id)]).toEqual([
        null,
        expect.arrayContaining(["newer"]),
      ]);
      await expect(discardChanges(context, post.id, again.updatedAt)).rejects.toThrow(code("NOT_FOUND"));
      const last = await change(fixture, post, "newest");
      await destroyPublication(context, post.id);
      expect([await findChanges(db, post.id), await isReferenced(db, last.contentHash)]).toEqual([
        null,
        true,
      ]);
      await emptyTrash(context, null);
      expect([await findChanges(db, post.id), await isReferenced(db, last.contentHash)]).toEqual([
        null,
        false,
      ]);
    }));

  it("goes into the draft that the owner takes from the site, and no program reads it so", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("old", "local");
      const changes = await change(fixture, post, "new");
      const byProgram = updatePublication(context, post.id, { state: "draft", ignoresDrafts: true });
      await expect(byProgram).rejects.toThrow(code("CONFLICT"));
      expect([await shownText(fixture, post.id), await changesOf(fixture, post.id)]).toEqual([
        "old",
        changes,
      ]);
      expect(await updatePublication(context, post.id, { state: "draft" })).toMatchObject({ state: "draft" });
      expect([await shownText(fixture, post.id), await kept(fixture, post.id)]).toEqual(["new", ["old"]]);
      expect(await findChanges(context.store.db, post.id)).toBeNull();
    }));

  it("stays while addresses in the published text are completed, and counts as a use of a picture", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const picture = await fixture.post("bytes", "local", { kind: "FILE", filename: "a.bin" });
      const other = await fixture.post(`[file](/contents/${picture.contentHash})`, "local");
      const post = await fixture.post("old", "local");
      await change(fixture, post, `[file](/contents/${picture.contentHash})`);
      expect((await readFilesOf(context, other.id)).map(({ isShared }) => isShared)).toEqual([true]);
      const changes = await change(fixture, other, "without");
      await completeStoredTexts(context, [other.id]);
      const now = mustBeThere(await findPublication(context.store.db, other.id), "post");
      expect(isOutdated(now, await changesOf(fixture, other.id))).toBe(false);
      await publishChanges(context, other.id, { revision: changes.updatedAt });
      expect(await shownText(fixture, other.id)).toBe("without");
    }));

  it("is not signed over, and lets a signature come once it is published or discarded", () =>
    withFixture(async (fixture) => {
      const post = await fixture.post("old", "local");
      const changes = await change(fixture, post, "new");
      await expect(fixture.sign(post.id)).rejects.toThrow(code("CONFLICT"));
      expect(await findPublication(fixture.context.store.db, post.id)).toMatchObject({ state: "local" });
      await discardChanges(fixture.context, post.id, changes.updatedAt);
      expect(await fixture.sign(post.id)).toMatchObject({ state: "signed" });
    }));

  it("refuses a file, a bad slug, and a taken one once it is published", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const file = await fixture.post("bytes", "local", { kind: "FILE", filename: "a.bin" });
      await expect(change(fixture, file, "text")).rejects.toThrow(code("VALIDATION_FAILED"));
      await fixture.post("other", "local", { slug: "taken" });
      const post = await fixture.post("old", "local", { slug: "old" });
      const save = (slug: string) =>
        saveDraft(context, { id: post.id, body: "old", slug, revision: post.updatedAt });
      await expect(save("no slug")).rejects.toThrow(code("VALIDATION_FAILED"));
      await save("taken");
      const { updatedAt: revision } = await changesOf(fixture, post.id);
      const before = await findPublication(context.store.db, post.id);
      await expect(publishChanges(context, post.id, { revision })).rejects.toThrow(code("SLUG_TAKEN"));
      expect(await findPublication(context.store.db, post.id)).toEqual(before);
      expect(await textOf(fixture, post.id)).toBe("old");
    }));
});
