import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../test/support/pixel-gif.ts";
import { startLists } from "../../store/publications/mark-publications.ts";
import { limits } from "../limits.ts";
import { presentPublication } from "./present.ts";
import { findPublicPost, readPublicPosts, readSitePages, readTaggedPosts } from "./public-posts.ts";
import { saveDraft } from "./save-draft.ts";
import { publishScheduled, schedulePublication } from "./schedule.ts";
import { readTimelinePage } from "./timeline.ts";
import { updatePublication } from "./update.ts";
import { describeWritten } from "./visible.ts";

const code = (name: string) => expect.objectContaining({ code: name });
const anybody = { kind: "anonymous" } as const;

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await store.transaction((tx) => startLists(tx, fixture.self));
    await body(fixture);
  }

  const picture = (fixture: OwnerFixture, state: "draft" | "local", shade = 0) =>
    fixture.post("", state, { kind: "FILE", source: Readable.from([pixelGif(shade)]), filename: "a.gif" });
  const stateOf = async (fixture: OwnerFixture, id: number) =>
    (await describeWritten(fixture.context, { id })).state;

  it("changes what is given, clears what is null, in every state, and makes no new revision", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const cover = await picture(fixture, "local");
      for (const state of ["draft", "local", "signed"] as const) {
        const post = await fixture.post(`# Post ${state}`, state);
        const view = () => describeWritten(context, post);
        await presentPublication(context, post.id, { excerpt: "  In\n short ", cover: cover.id });
        expect(await view()).toMatchObject({ excerpt: "In short", coverId: cover.id, isPage: false });
        await presentPublication(context, post.id, { isPage: true });
        expect(await view()).toMatchObject({ excerpt: "In short", coverId: cover.id, isPage: true });
        await presentPublication(context, post.id, { excerpt: " ", cover: null, isPage: false });
        expect(await view()).toMatchObject({ excerpt: null, coverId: null, isPage: false });
        expect(await view()).toMatchObject({ revision: post.updatedAt, signature: post.signature });
      }
    }));

  it("keeps it when the text is saved after it", () =>
    withFixture(async (fixture) => {
      const draft = await fixture.post("# First", "draft");
      await presentPublication(fixture.context, draft.id, { excerpt: "Short", isPage: true });
      await saveDraft(fixture.context, { id: draft.id, body: "# Second", revision: draft.updatedAt });
      expect(await describeWritten(fixture.context, draft)).toMatchObject({ excerpt: "Short", isPage: true });
    }));

  it("takes an excerpt up to its limit, an own picture, and a post of the owner's", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const post = await fixture.post("# Post");
      const file = await fixture.post("just bytes", "local", { kind: "FILE", filename: "a.bin" });
      await fixture.followed(2);
      const replica = await fixture.replica(2, "theirs");
      const longest = "字".repeat(limits.excerptLength);
      await presentPublication(context, post.id, { excerpt: longest });
      for (const [id, presentation, refusal] of [
        [post.id, { excerpt: `${longest}x` }, "VALIDATION_FAILED"],
        [post.id, { excerpt: "a\0b" }, "VALIDATION_FAILED"],
        [post.id, { cover: file.id }, "VALIDATION_FAILED"],
        [post.id, { cover: post.id }, "VALIDATION_FAILED"],
        [post.id, { cover: 999 }, "NOT_FOUND"],
        [post.id, { cover: replica }, "NOT_FOUND"],
        [file.id, { excerpt: "x" }, "VALIDATION_FAILED"],
        [replica, { excerpt: "x" }, "NOT_FOUND"],
        [999, { isPage: true }, "NOT_FOUND"],
      ] as const) {
        await expect(presentPublication(context, id, presentation)).rejects.toThrow(code(refusal));
      }
      expect((await describeWritten(context, post)).excerpt).toBe(longest);
    }));

  it("publishes the cover with its post, and not before", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const publishing = [
        (id: number) => updatePublication(context, id, { state: "local" }),
        (id: number) => fixture.sign(id),
        async (id: number) => {
          await schedulePublication(context, id, context.clock.now() + 1_000);
          context.clock.advance(2_000);
          await publishScheduled(context);
        },
      ];
      for (const [index, publish] of publishing.entries()) {
        const cover = await picture(fixture, "draft", index + 1);
        const post = await fixture.post(`# Post ${index}`, "draft");
        await presentPublication(context, post.id, { cover: cover.id });
        expect(await stateOf(fixture, cover.id)).toBe("draft");
        await publish(post.id);
        expect(await stateOf(fixture, cover.id)).toBe("local");
        expect((await findPublicPost(context, { id: post.id }))?.post).toMatchObject({ coverId: cover.id });
        // Back in the drawer, it is seen by nobody.
        await updatePublication(context, cover.id, { state: "draft" });
        expect((await findPublicPost(context, { id: post.id }))?.post).toMatchObject({ coverId: null });
      }
      const cover = await picture(fixture, "draft", 99);
      const post = await fixture.post("# Local");
      await presentPublication(context, post.id, { cover: cover.id });
      expect(await stateOf(fixture, cover.id)).toBe("local");
    }));

  it("keeps pages out of the lists of posts, and in the menu", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const about = await fixture.post("# About #tag", "local", { slug: "about" });
      const contact = await fixture.post("# Contact #tag", "signed");
      const post = await fixture.post("# Post #tag", "local");
      const draft = await fixture.post("# Page to be", "draft");
      for (const { id } of [about, contact, draft]) {
        await presentPublication(context, id, { isPage: true });
      }
      const ids = (rows: readonly { id: number }[] | undefined) => rows?.map(({ id }) => id);
      const listed = await readPublicPosts(context, { limit: 9, offset: 0 });
      expect([listed?.total, ids(listed?.posts)]).toEqual([1, [post.id]]);
      expect(ids((await readTaggedPosts(context, { tag: "tag", first: 9, after: null }))?.posts)).toEqual([
        post.id,
      ]);
      expect(ids(await readSitePages(context))).toEqual([about.id, contact.id]);
      expect((await findPublicPost(context, { slug: "about" }))?.post.id).toBe(about.id);
      const list = (isPage: boolean | null) =>
        readTimelinePage(context, { first: 9, after: null, caller: anybody, isPage });
      expect(ids((await list(true)).items)).toEqual([contact.id, about.id]);
      expect(ids((await list(false)).items)).toEqual([post.id]);
      expect((await list(null)).items).toHaveLength(3);
      await presentPublication(context, about.id, { isPage: false });
      expect((await readPublicPosts(context, { limit: 9, offset: 0 }))?.total).toBe(2);
    }));
});
