import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { limits } from "../limits.ts";
import { destroyPublication } from "../trash/destroy.ts";
import { findMoved, findRedirect } from "./old-addresses.ts";
import { findPublicPost } from "./public-posts.ts";
import { publishScheduled, schedulePublication } from "./schedule.ts";
import { isSlug, loadToAscii, makeSlug, requireSlug } from "./slug-names.ts";
import { writeNewVersion } from "./texts/new-version.ts";
import { updatePublication } from "./update.ts";
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

  it("keeps the slug that a post had, until the owner gives it to another one", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const first = await fixture.post("# Quay", "local");
      await updatePublication(context, first.id, { slug: "pier" });
      const taken = expect.objectContaining({ code: "SLUG_TAKEN", reason: "OLD_ADDRESS" });
      await expect(fixture.post("# Other", "local", { slug: "quay" })).rejects.toThrow(taken);
      expect((await fixture.post("# Quay", "local")).slug).toBe("quay-2");
      const draft = await fixture.post("# Other", "draft");
      await expect(updatePublication(context, draft.id, { slug: "quay" })).rejects.toThrow(taken);
      expect(await slugOf(fixture, draft)).toBeNull();
      expect(await findRedirect(context, "/slug/quay")).toBe("/slug/pier");

      // A draft takes nothing from readers yet.
      await updatePublication(context, draft.id, { slug: "quay", takesSlug: true });
      expect(await findRedirect(context, "/slug/quay")).toBe("/slug/pier");
      await updatePublication(context, draft.id, { state: "local" });
      expect((await findPublicPost(context, { slug: "quay" }))?.post.id).toBe(draft.id);
      expect(await findMoved(context, "/slug/quay")).toBeNull();

      await updatePublication(context, draft.id, { slug: "other" });
      expect(await findRedirect(context, "/slug/quay")).toBe("/slug/other");
      // Its own slug of before is always free to a post.
      await updatePublication(context, draft.id, { slug: "quay" });
      await destroyPublication(context, draft.id);
      expect(await findMoved(context, "/slug/quay")).toBe("gone");
      await expect(updatePublication(context, first.id, { slug: "quay" })).rejects.toThrow(taken);
      await updatePublication(context, first.id, { slug: "quay", takesSlug: true });
      expect(await slugOf(fixture, first)).toBe("quay");
      await expect(fixture.post("# Other", "local", { slug: "quay", takesSlug: true })).rejects.toThrow(
        expect.objectContaining({ code: "SLUG_TAKEN", reason: null }),
      );
    }));

  it("tells a program nothing of a draft's slug, and the owner who is second when one is published", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const draft = await fixture.post("# Secret", "draft", { slug: "secret" });
      const scheduled = await fixture.post("# Night", "draft", { slug: "night" });
      await expect(fixture.post("# A", "draft", { slug: "secret" })).rejects.toThrow(code("SLUG_TAKEN"));
      const made = await fixture.post("# Secret", "local", { ignoresDrafts: true });
      const other = await fixture.post("# B", "local", { slug: "night", ignoresDrafts: true });
      expect([made.slug, other.slug]).toEqual(["secret", "night"]);

      await expect(updatePublication(context, draft.id, { state: "local" })).rejects.toThrow(
        code("SLUG_TAKEN"),
      );
      await expect(fixture.sign(draft.id)).rejects.toThrow(code("SLUG_TAKEN"));
      expect(await describeWritten(context, draft)).toMatchObject({ state: "draft", slug: "secret" });
      await schedulePublication(context, scheduled.id, context.clock.now() + 1_000);
      context.clock.advance(2_000);
      await publishScheduled(context);
      expect(await describeWritten(context, scheduled)).toMatchObject({ state: "local", slug: "night-2" });
    }));
});
