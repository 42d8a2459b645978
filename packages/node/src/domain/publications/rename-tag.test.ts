import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { findChanges } from "../../store/publications/publication-changes.ts";
import { findPublication } from "../../store/publications/publications.ts";
import { readMarkdown } from "../contents/read-markdown.ts";
import { replaceTag } from "../search/replace-tag.ts";
import { saveChanges } from "./changes.ts";
import { findMoved } from "./old-addresses.ts";
import { readOwnTags, renameTag } from "./rename-tag.ts";
import { readChangedText } from "./update.ts";

it.each([
  ["a #sea and #Sea, #SEA.", "a #Ocean and #Ocean, #Ocean."],
  ["#sea", "#Ocean"],
  ["# On #sea\n\n- #sea\n\n> #sea | #sea", "# On #Ocean\n\n- #Ocean\n\n> #Ocean | #Ocean"],
  ["#seaside #sea_side sea /#sea &#sea #sea# \\#sea", null],
  ["`#sea` and\n\n```\n#sea\n```\n\n    #sea\n", null],
  ["[#sea](https://a.example/#sea) ![#sea](x) https://a.example/#sea", null],
  ["`#sea` #sea [#sea](x) **#sea**", "`#sea` #Ocean [#sea](x) **#Ocean**"],
  ["tag tagq tagqq0x #sea", "tag tagq tagqq0x #Ocean"],
  ["line\r\n#sea\r\n", "line\r\n#Ocean\r\n"],
  ["| a |\n|---|\n| #sea |", "| a |\n|---|\n| #Ocean |"],
])("%j becomes %j", (before, after) => {
  expect(replaceTag(before, "sea", "Ocean")).toBe(after ?? before);
});

it("leaves the word where a tag is taken off", () => {
  expect(replaceTag("a #Sea, `#sea`", "sea", null)).toBe("a Sea, `#sea`");
});

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }

  async function textOf({ context }: OwnerFixture, id: number): Promise<string | null> {
    const row = await findPublication(context.store.db, id);
    return row && (await readMarkdown(context, { ...row, size: 1_000 }, 1_000_000));
  }

  const tagsOf = async ({ context }: OwnerFixture) =>
    (await readOwnTags(context, { first: 100 })).items.map(
      ({ tag, drafts, local, signed }) => `${tag} ${drafts} ${local} ${signed}`,
    );

  it("renames a tag in drafts and local posts, and its page leads to the new one", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const draft = await fixture.post("# One\n\n#sea #Salt", "draft");
      const local = await fixture.post("# Two\n\nAt #Sea, `#sea`.", "local");
      expect(await tagsOf(fixture)).toEqual(["salt 1 0 0", "sea 1 1 0"]);
      const before = await findPublication(context.store.db, local.id);
      context.clock.advance(5_000);
      const change = await renameTag(context, { tag: "#Sea", to: "#Ocean", merges: false });
      expect(change).toEqual({ changed: 2, left: 0, signed: 0, isTaken: false, spelling: "sea" });
      expect(await textOf(fixture, draft.id)).toBe("# One\n\n#Ocean #Salt");
      expect(await textOf(fixture, local.id)).toBe("# Two\n\nAt #Ocean, `#sea`.");
      expect(await tagsOf(fixture)).toEqual(["ocean 1 1 0", "salt 1 0 0"]);
      // Readers are not told of a change, and the text of before stays in the history.
      const after = await findPublication(context.store.db, local.id);
      expect([after?.modifiedAt, after?.slug]).toEqual([before?.modifiedAt, before?.slug]);
      const history = await context.store.db
        .selectFrom("publication_history")
        .select("publicationId")
        .execute();
      expect(history).toContainEqual({ publicationId: local.id });
      expect(await findMoved(context, "/tags/sea")).toEqual({ path: "/tags/ocean" });
      expect(await findMoved(context, "/tags/Sea/feed.xml?x=1")).toEqual({ path: "/tags/ocean/feed.xml" });
      // The tag of a draft alone was never public.
      await renameTag(context, { tag: "salt", to: "盐", merges: false });
      expect(await findMoved(context, "/tags/salt")).toBeNull();
      // Those that led to it lead on, and not in a circle.
      await renameTag(context, { tag: "ocean", to: "water", merges: false });
      expect(await findMoved(context, "/tags/sea")).toEqual({ path: "/tags/water" });
      await renameTag(context, { tag: "water", to: "sea", merges: false });
      expect(await findMoved(context, "/tags/ocean")).toEqual({ path: "/tags/sea" });
      expect(await tagsOf(fixture)).toEqual(["sea 1 1 0", "盐 1 0 0"]);
      // A tag that was taken off has no page, and nothing leads to it.
      await renameTag(context, { tag: "sea", to: null, merges: false });
      expect(await textOf(fixture, local.id)).toBe("# Two\n\nAt sea, `#sea`.");
      expect([await findMoved(context, "/tags/sea"), await findMoved(context, "/tags/ocean")]).toEqual([
        "gone",
        "gone",
      ]);
    }));

  it("finds tags by a part of them", () =>
    withFixture(async (fixture) => {
      await fixture.post("#sea_side #Seaside #undersea #海边 #land", "draft");
      const find = async (search: string) =>
        (await readOwnTags(fixture.context, { first: 100, search })).items.map(({ tag }) => tag);
      expect(await find("SEA")).toEqual(["sea_side", "seaside", "undersea"]);
      expect(await find("#sea_")).toEqual(["sea_side"]);
      expect([await find("边"), await find("%"), await find("x")]).toEqual([
        ["海边"],
        ["land", "sea_side", "seaside", "undersea", "海边"],
        [],
      ]);
    }));

  it("merges tags only when asked to", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const one = await fixture.post("#sea #ocean", "local");
      await fixture.post("#ocean", "draft");
      const asked = await renameTag(context, { tag: "sea", to: "Ocean", merges: false });
      expect(asked).toEqual({ changed: 0, left: 1, signed: 0, isTaken: true, spelling: null });
      expect(await textOf(fixture, one.id)).toBe("#sea #ocean");
      expect(await renameTag(context, { tag: "sea", to: "Ocean", merges: true })).toMatchObject({
        changed: 1,
        left: 0,
      });
      expect(await textOf(fixture, one.id)).toBe("#Ocean #ocean");
      expect(await tagsOf(fixture)).toEqual(["ocean 1 1 0"]);
    }));

  it("leaves signed posts as they are, and the page of their tag", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const signed = await fixture.post("#sea", "signed");
      await fixture.post("And #sea", "local");
      expect(await renameTag(context, { tag: "sea", to: "ocean", merges: false })).toEqual({
        changed: 1,
        left: 0,
        signed: 1,
        isTaken: false,
        spelling: "sea",
      });
      expect(await textOf(fixture, signed.id)).toBe("#sea");
      expect(await tagsOf(fixture)).toEqual(["ocean 0 1 0", "sea 0 0 1"]);
      expect(await findMoved(context, "/tags/sea")).toBeNull();
    }));

  it("renames it in changes that are not published yet, too", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { id, updatedAt } = await fixture.post("#sea", "local");
      await saveChanges(context, id, { body: "#sea and #salt", revision: updatedAt, keepsVersion: false });
      await renameTag(context, { tag: "sea", to: "ocean", merges: false });
      const changes = await findChanges(context.store.db, id);
      expect(changes && (await readChangedText(context, changes))).toBe("#ocean and #salt");
    }));

  it("tells how most texts wrote the tag, so that it can be undone", () =>
    withFixture(async (fixture) => {
      const texts = ["#sea", "#Sea", "# On\n\n#Sea and #SEA"];
      for (const text of texts) await fixture.post(text, "local");
      const { spelling } = await renameTag(fixture.context, { tag: "sea", to: "tide", merges: false });
      expect(spelling).toBe("Sea");
    }));

  it("takes many posts in several calls", () =>
    withFixture(async (fixture) => {
      for (let count = 0; count < 53; count += 1) await fixture.post(`# ${count}\n\n#sea`, "draft");
      const rename = () => renameTag(fixture.context, { tag: "sea", to: "ocean", merges: true });
      expect(await rename()).toMatchObject({ changed: 50, left: 3 });
      expect(await rename()).toMatchObject({ changed: 3, left: 0 });
      expect(await tagsOf(fixture)).toEqual(["ocean 53 0 0"]);
    }));

  it("refuses what is no tag, and changes nothing", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("#sea", "local");
      for (const [tag, to, code] of [
        ["sea", "", "VALIDATION_FAILED"],
        ["sea", "two words", "VALIDATION_FAILED"],
        ["sea", "12", "VALIDATION_FAILED"],
        ["sea", "_a_", "VALIDATION_FAILED"],
        ["sea", "a".repeat(65), "VALIDATION_FAILED"],
        ["sea", "a\u0000b", "VALIDATION_FAILED"],
        ["sea", "SEA", "VALIDATION_FAILED"],
        ["two words", "x", "VALIDATION_FAILED"],
        ["salt", "x", "NOT_FOUND"],
      ] as const)
        await expect(renameTag(context, { tag, to, merges: true })).rejects.toMatchObject({ code });
      expect(await textOf(fixture, post.id)).toBe("#sea");
      expect(await tagsOf(fixture)).toEqual(["sea 0 1 0"]);
      expect(await findMoved(context, "/tags/sea")).toBeNull();
    }));
});
