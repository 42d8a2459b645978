import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { pixelGif } from "../../../../test/support/pixel-gif.ts";
import { readMarkdown } from "../../contents/read-markdown.ts";
import { createPublication } from "../create.ts";
import { presentPublication } from "../present.ts";
import { schedulePublication } from "../schedule.ts";
import { findVisiblePublication } from "../visible.ts";
import { duplicatePost } from "./duplicate.ts";
import { writeNewVersion } from "./new-version.ts";

const owner = { kind: "client", tokenId: "" } as const;

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }

  const find = ({ context }: OwnerFixture, id: number) => findVisiblePublication(context, { id }, owner);
  const textOf = async (fixture: OwnerFixture, id: number) => {
    const found = await find(fixture, id);
    return found && (await readMarkdown(fixture.context, { ...found, size: found.size ?? 0 }, 1_000_000));
  };

  it("copies text, tags, summary and cover, and not address, dates and schedule", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const cover = await createPublication(context, {
        kind: "FILE",
        source: Readable.from([pixelGif()]),
        state: "draft",
        filename: "pixel.gif",
        mediaType: "image/gif",
      });
      const draft = await fixture.post("# Salt\n\nIt is dry. #sea", "draft", { slug: "salt" });
      await presentPublication(context, draft.id, { excerpt: "Of salt", cover: cover.id, isPage: true });
      await schedulePublication(context, draft.id, context.clock.now() + 1_000_000);
      const before = await find(fixture, draft.id);
      context.clock.advance(5_000);
      const copy = await find(fixture, (await duplicatePost(context, draft.id)).id);
      expect(copy).toMatchObject({
        state: "draft",
        slug: null,
        tags: ["sea"],
        excerpt: "Of salt",
        coverId: cover.id,
        isPage: true,
        scheduledAt: null,
        publishedAt: null,
        createdAt: new Date(context.clock.now()).toISOString(),
      });
      expect(await textOf(fixture, copy?.id ?? 0)).toBe("# Salt\n\nIt is dry. #sea");
      expect(await find(fixture, draft.id)).toEqual(before);
    }));

  it("makes a draft without a signature of a signed post, and no version of it", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const first = await fixture.post("# Salt", "signed", { slug: "salt" });
      const version = await fixture.sign((await writeNewVersion(context, first.id)).id);
      for (const { id } of [first, version]) {
        const copy = await find(fixture, (await duplicatePost(context, id)).id);
        expect(copy).toMatchObject({
          state: "draft",
          slug: null,
          signature: null,
          timestamp: null,
          replaces: null,
        });
        expect((await textOf(fixture, copy?.id ?? 0))?.trimEnd()).toBe("# Salt");
      }
    }));

  it("refuses files, posts of others and posts that are not there, and makes nothing", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const file = await fixture.post("bytes", "local", { kind: "FILE", filename: "a.txt" });
      await fixture.followed(2);
      const replica = await fixture.replica(2, "theirs");
      const count = async () =>
        (await context.store.db.selectFrom("publications").select("id").execute()).length;
      const before = await count();
      for (const [id, code] of [
        [file.id, "VALIDATION_FAILED"],
        [replica, "NOT_FOUND"],
        [999, "NOT_FOUND"],
      ] as const)
        await expect(duplicatePost(context, id)).rejects.toMatchObject({ code });
      expect(await count()).toBe(before);
    }));
});
