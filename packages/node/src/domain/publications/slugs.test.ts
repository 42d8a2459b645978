import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { limits } from "../limits.ts";
import { findPublicPost } from "./public-posts.ts";
import { publishScheduled, schedulePublication } from "./schedule.ts";
import { isSlug, loadToAscii, makeSlug, requireSlug } from "./slugs.ts";
import { destroyPublication, updatePublication } from "./update.ts";
import { writeNewVersion } from "./versions.ts";
import { describeWritten } from "./visible.ts";

const code = (name: string) => expect.objectContaining({ code: name });

it.each([
  ["The Harbour at Night", "the-harbour-at-night"],
  ["你好，世界", "ni-hao-shi-jie"],
  ["Über die Straße — Łódź", "uber-die-strasse-lodz"],
  ["Привет, мир!", "privet-mir"],
  ["It’s 10% done: don't", "its-10-done-dont"],
  ["Salt & rope 🪢 ½", "salt-rope-1-2"],
  ["𝔽raktur ﬁne", "fraktur-fine"],
  ["!!! ###", ""],
  ["🙂", ""],
  ["", ""],
  ["word ".repeat(40), Array.from({ length: 12 }, () => "word").join("-")],
  ["x".repeat(300), "x".repeat(60)],
  [`short ${"x".repeat(100)}`, "short"],
])("writes %s as %j", async (title, slug) => {
  expect(makeSlug(title, await loadToAscii())).toBe(slug);
});

it("refuses in words a slug without a letter or digit", () => {
  expect(() => requireSlug("!!! ###")).toThrow("at least one letter or digit");
  expect(() => requireSlug("a b")).toThrow("letters, digits, - and _");
  expect([isSlug("x".repeat(limits.slugLength)), isSlug("x".repeat(limits.slugLength + 1))]).toEqual([
    true,
    false,
  ]);
});

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }

  const slugOf = async ({ context }: OwnerFixture, { id }: { id: number }) =>
    (await describeWritten(context, { id })).slug;

  it("names a post by its title when it comes on the site, never two alike", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const text = "# The Harbour\n\nWords.";
      expect((await fixture.post(text, "local")).slug).toBe("the-harbour");
      const draft = await fixture.post(text, "draft");
      expect(draft.slug).toBeNull();
      expect((await updatePublication(context, draft.id, { state: "local" })).slug).toBe("the-harbour-2");
      const signed = await fixture.sign((await fixture.post(text, "draft")).id);
      expect([signed.slug, await slugOf(fixture, signed)]).toEqual(["the-harbour-3", "the-harbour-3"]);
      const scheduled = await fixture.post(text, "draft");
      await schedulePublication(context, scheduled.id, context.clock.now() + 1_000);
      context.clock.advance(2_000);
      await publishScheduled(context);
      expect(await slugOf(fixture, scheduled)).toBe("the-harbour-4");
      for (let number = 5; number <= 20; number += 1) await fixture.post(text, "local");
      const slugs = [
        await fixture.post(text, "local"),
        await fixture.post("# The Harbour\n\nMore.", "local"),
      ];
      for (const { slug } of slugs) expect(slug).toMatch(/^the-harbour-[0-9a-f]{8}$/);
    }));

  it("leaves the slug that the owner gave or removed, and names no note and no file", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const given = await fixture.post("# Title", "draft", { slug: "given" });
      expect((await updatePublication(context, given.id, { state: "local" })).slug).toBe("given");
      await updatePublication(context, given.id, { slug: null });
      expect((await updatePublication(context, given.id, { body: "# Other" })).slug).toBeNull();
      expect((await fixture.post("A note without a title", "signed")).slug).toBeNull();
      expect((await fixture.post("bytes", "local", { kind: "FILE", filename: "Title.txt" })).slug).toBeNull();
      expect((await fixture.post("# !!!", "local")).slug).toBeNull();
    }));

  it("leads by one slug to the newest version", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const publicId = async (slug: string) => (await findPublicPost(context, { slug }))?.post.id;
      const first = await fixture.post("# Harbour", "signed");
      const draft = await writeNewVersion(context, first.id);
      expect(draft.slug).toBeNull();
      context.clock.advance(1_000);
      const second = await fixture.sign(draft.id);
      expect([second.slug, await publicId("harbour")]).toEqual(["harbour", second.id]);
      // A draft of a version may have the slug already, and hides nothing.
      const next = await writeNewVersion(context, first.id);
      await updatePublication(context, next.id, { slug: "harbour" });
      expect(await publicId("harbour")).toBe(second.id);
      await expect(fixture.post("# Other", "draft", { slug: "harbour" })).rejects.toThrow(code("SLUG_TAKEN"));
      await destroyPublication(context, second.id);
      expect(await publicId("harbour")).toBe(first.id);
      const view = await describeWritten(context, first);
      expect(view.url).toContain("/slug/harbour");
    }));
});
