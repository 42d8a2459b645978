import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { destroyWithFiles } from "../../trash/destroy-with-files.ts";
import { findPublication } from "../visible.ts";
import { readFileUses } from "./file-uses.ts";
import { readFilesOf } from "./files-of-post.ts";

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    const store = await open();
    await using fixture = await openOwnerFixture(store);
    await body(fixture);
  }
  const file = (fixture: OwnerFixture, bytes: string, state: "draft" | "local" | "signed" = "local") =>
    fixture.post(bytes, state, {
      kind: "FILE",
      filename: `${bytes}.bin`,
      mediaType: "application/octet-stream",
    });

  it("tells which files of a post stay public, and deletes with it those that nothing else refers to", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const alone = await file(fixture, "alone");
      const proven = await file(fixture, "proven", "signed");
      const numbered = await file(fixture, "numbered");
      const inDraft = await file(fixture, "in-draft");
      const cover = await file(fixture, "cover");
      const unseen = await file(fixture, "unseen", "draft");
      const other = await file(fixture, "other");
      const usedTwice = await file(fixture, "used-twice");
      const post = await fixture.post(
        [
          ...[alone, proven, inDraft, cover, unseen].map(
            ({ contentHash }) => `![a](/ewp/contents/${contentHash})`,
          ),
          `[b](https://node-1.example/publications/${numbered.id})`,
          `![c](/ewp/contents/${usedTwice.contentHash})`,
          "words",
        ].join("\n"),
        "signed",
      );
      await fixture.post(`![a](/ewp/contents/${inDraft.contentHash}?thumb=sm)`, "draft");
      await fixture.post(`not ${numbered.id}0: /publications/${numbered.id}0`, "local");
      await fixture.post(`![c](/api/contents/${usedTwice.id})`, "local");
      const presentation = { excerpt: null, coverHash: cover.contentHash, isPage: 0 } as const;
      await fixture.post("# Covered", "local", { presentation });
      const found = await readFilesOf(context, post.id);
      expect(new Map(found.map(({ publication, isShared }) => [publication.id, isShared]))).toEqual(
        new Map([
          ...([alone, proven, numbered] as const).map(({ id }) => [id, false] as const),
          ...([inDraft, cover, usedTwice] as const).map(({ id }) => [id, true] as const),
        ]),
      );

      expect(new Set(await destroyWithFiles(context, post.id))).toEqual(
        new Set([alone.id, proven.id, numbered.id]),
      );
      const left = [alone, proven, numbered, inDraft, cover, unseen, other, post].map(({ id }) =>
        findPublication(context, { id }),
      );
      expect((await Promise.all(left)).map((one) => one !== null)).toEqual([
        false,
        false,
        false,
        true,
        true,
        true,
        true,
        false,
      ]);
    }));

  it("does not count the ids of another node, at whose address they are other things", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      await fixture.followed(2);
      const theirs = await file(fixture, "theirs");
      const ours = await file(fixture, "ours");
      const before = await file(fixture, "before");
      const post = await fixture.post(
        [
          `[a](https://node2.example/publications/${theirs.id})`,
          `![b](https://Node2.example/api/contents/${theirs.id})`,
          `![c](https://node1.example/api/contents/${ours.id})`,
          `[d](https://before.example/publications/${before.id})`,
        ].join("\n\n"),
      );
      const found = await readFilesOf(context, post.id);
      expect(new Set(found.map(({ publication }) => publication.id))).toEqual(new Set([ours.id, before.id]));
      const uses = await readFileUses(context, [theirs, ours]);
      expect([...uses].map(([id, { publications }]) => [id, publications.length])).toEqual([
        [theirs.id, 0],
        [ours.id, 1],
      ]);
    }));

  it("deletes nothing of others, and nothing where there is no such post", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      await fixture.followed(2);
      const replica = await fixture.replica(2, "theirs");
      await expect(destroyWithFiles(context, replica)).rejects.toThrow("There is no post");
      await expect(readFilesOf(context, 999)).rejects.toThrow("There is no post");
      const rows = await context.store.db.selectFrom("publications").select("id").execute();
      expect(rows.map(({ id }) => id)).toEqual([replica]);
    }));
});
