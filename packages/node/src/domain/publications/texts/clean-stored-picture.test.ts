import { Readable } from "node:stream";
import { completeAddresses, type Hash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { hasSecret, photo } from "../../../../test/support/tagged-pictures.ts";
import { listPublicationsAfter, type Publication } from "../../../store/publications/publications.ts";
import { destroyPublication } from "../../trash/destroy.ts";
import { restoreFromTrash } from "../../trash/restore.ts";
import { emptyTrash } from "../../trash/trash.ts";
import { presentPublication } from "../present.ts";
import { updatePublication } from "../update.ts";
import { findPublication } from "../visible.ts";
import { cleanStoredPicture } from "./clean-stored-picture.ts";
import { readHistory, readVersion } from "./history.ts";
import { readPictureMetadata } from "./picture-metadata.ts";
import { readTemplates, saveTemplate } from "./templates.ts";

const nodeUrl = "https://node1.example";

forEachDatabase((_name, open) => {
  async function withFixture(body: (fixture: OwnerFixture) => Promise<void>): Promise<void> {
    await using fixture = await openOwnerFixture(await open());
    await body(fixture);
  }
  const addPhoto = async (fixture: OwnerFixture, bytes: Uint8Array, state: "draft" | "local" = "local") =>
    await fixture.post("", state, {
      kind: "FILE",
      filename: "sea.jpg",
      mediaType: "image/jpeg",
      keepMetadata: true,
      source: Readable.from([bytes]),
    });
  const textOf = async ({ context }: OwnerFixture, { contentHash }: Pick<Publication, "contentHash">) =>
    (await context.blobs.readAll(contentHash, 10_000)).toString();
  const named = (...addresses: string[]) => addresses.map((address) => `![a](${address})`).join("\n\n");
  const rowsOf = ({ context }: OwnerFixture) => listPublicationsAfter(context.store.db, 0, { limit: 100 });
  const current = async ({ context }: OwnerFixture, { id }: { id: number }) =>
    (await findPublication(context, { id })) as Publication;

  it("lets templates follow a picture, and leaves them alone where it is refused", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { id, contentHash: old } = await addPhoto(fixture, await photo());
      const other = { name: "Other", body: named(`https://other.example/ewp/contents/${old}`) };
      const bodyWith = (hash: Hash) =>
        named(`/ewp/contents/${hash}`, `https://node1.example/ewp/contents/${hash}`);
      await saveTemplate(context, { name: "Mine", body: bodyWith(old) });
      await saveTemplate(context, other);
      const { publication } = await cleanStoredPicture(context, id);
      expect(publication.contentHash).not.toBe(old);
      const after = [{ name: "Mine", body: bodyWith(publication.contentHash) }, other];
      expect(await readTemplates(context)).toEqual(after);

      const signed = await addPhoto(fixture, await photo(90, 80));
      await saveTemplate(context, { name: "Signed", body: bodyWith(signed.contentHash) });
      await fixture.post(named(`/ewp/contents/${signed.contentHash}`), "signed");
      await expect(cleanStoredPicture(context, signed.id)).rejects.toMatchObject({ code: "PICTURE_SIGNED" });
      expect(await readTemplates(context)).toEqual([
        ...after,
        { name: "Signed", body: bodyWith(signed.contentHash) },
      ]);
    }));

  it("removes the location of a picture, and the texts and covers of unsigned posts follow", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const bytes = await photo();
      const picture = await addPhoto(fixture, bytes);
      const again = await addPhoto(fixture, bytes, "draft");
      const old = picture.contentHash;
      const other = `https://other.example/ewp/contents/${old}`;
      const texts = (hash: Hash) => [
        named(`/ewp/contents/${hash}`, `https://node1.example/ewp/contents/${hash}?thumb=lg`, other),
        named(`/publications/${hash}`),
      ];
      const [first = "", second = ""] = texts(old);
      const local = await fixture.post(first, "local");
      const draft = await fixture.post(second, "draft");
      const signed = await fixture.post(`By its id: ${named(`/publications/${picture.id}`)}`, "signed");
      const unmoved = await fixture.post(named(other), "local");
      await presentPublication(context, signed.id, { cover: picture.id });
      const edited = await fixture.post(named(`/ewp/contents/${old}?of=before`), "local");
      await updatePublication(context, edited.id, { body: "No picture any more" });
      expect(await readPictureMetadata(context, picture)).toContain("location");
      const before = await current(fixture, local);

      const { publication, removed } = await cleanStoredPicture(context, picture.id);
      expect(removed).toEqual(["location", "camera", "text"]);
      const hash = publication.contentHash;
      expect([publication.id, publication.state, hash === old]).toEqual([picture.id, "local", false]);
      expect((await current(fixture, again)).contentHash).toBe(hash);
      expect(hasSecret(await context.blobs.readAll(hash, 1_000_000))).toBe(false);
      expect(await readPictureMetadata(context, publication)).toEqual([]);
      const now = await current(fixture, local);
      expect(await textOf(fixture, now)).toBe(completeAddresses(texts(hash)[0] ?? "", nodeUrl));
      expect(now.updatedAt).toBeGreaterThan(before.updatedAt);
      // Readers see the same, so nothing tells them of a change.
      expect([now.modifiedAt, now.publishedAt]).toEqual([before.modifiedAt, before.publishedAt]);
      expect(await textOf(fixture, await current(fixture, draft))).toBe(texts(hash)[1]);
      expect(await current(fixture, signed)).toMatchObject({
        contentHash: signed.contentHash,
        coverHash: hash,
      });
      expect(await current(fixture, unmoved)).toMatchObject({ contentHash: unmoved.contentHash });
      const [version] = await readHistory(context, edited.id);
      expect((await readVersion(context, version?.id ?? 0)).body).toBe(
        named(`${nodeUrl}/ewp/contents/${hash}?of=before`),
      );
      const rows = JSON.stringify(await rowsOf(fixture));
      expect(rows).not.toContain(old);

      // A second time there is nothing to remove.
      expect(await cleanStoredPicture(context, picture.id)).toMatchObject({
        removed: [],
        publication: { contentHash: hash },
      });
      expect(JSON.stringify(await rowsOf(fixture))).toBe(rows);
    }));

  it("refuses a picture that is signed, that a signed post names, and what is no picture, and changes nothing", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const inSigned = await addPhoto(fixture, await photo(100, 70));
      await fixture.post(named(`/ewp/contents/${inSigned.contentHash}`), "local");
      await fixture.post(
        `# Words\n\n${named(`https://old.example/ewp/contents/${inSigned.contentHash}`)}`,
        "signed",
      );
      const bytes = await photo(90, 60);
      const signed = await fixture.sign((await addPhoto(fixture, bytes)).id);
      const sameBytes = await addPhoto(fixture, bytes, "draft");
      const damaged = await addPhoto(fixture, (await photo(80, 50)).subarray(0, 100));
      const post = await fixture.post("# Words");
      await fixture.followed(2);
      const replica = await fixture.replica(2, "theirs");
      const before = await rowsOf(fixture);
      const refusals = [
        [inSigned.id, "PICTURE_SIGNED"],
        [signed.id, "PICTURE_SIGNED"],
        [sameBytes.id, "PICTURE_SIGNED"],
        [damaged.id, "PICTURE_DAMAGED"],
        [post.id, "VALIDATION_FAILED"],
        [replica, "NOT_FOUND"],
        [999, "NOT_FOUND"],
      ] as const;
      for (const [id, code] of refusals)
        await expect(cleanStoredPicture(context, id), `${id}`).rejects.toMatchObject({ code });
      expect(await rowsOf(fixture)).toEqual(before);
    }));

  it("lets posts in the trash follow, and is refused where a signed one there names the picture", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const { id, contentHash: old } = await addPhoto(fixture, await photo());
      const inTrash = (subjectId: number) => ({ kind: "publication", subjectId }) as const;
      const shows = (hash: Hash) => named(`${nodeUrl}/ewp/contents/${hash}?thumb=lg`);
      const local = await fixture.post(shows(old), "local");
      await presentPublication(context, local.id, { cover: id });
      const edited = await fixture.post(shows(old), "draft");
      context.clock.advance(600_000);
      await updatePublication(context, edited.id, { body: "No picture any more" });
      const covered = await fixture.post("# Covered", "local");
      await presentPublication(context, covered.id, { cover: id });
      const signed = await fixture.post(shows(old), "signed");
      for (const post of [local, edited, covered, signed]) await destroyPublication(context, post.id);
      const before = await rowsOf(fixture);
      await expect(cleanStoredPicture(context, id)).rejects.toMatchObject({ code: "PICTURE_SIGNED" });
      expect(await rowsOf(fixture)).toEqual(before);
      await emptyTrash(context, [inTrash(signed.id)]);

      const { contentHash: hash } = (await cleanStoredPicture(context, id)).publication;
      for (const post of [local, edited, covered]) await restoreFromTrash(context, inTrash(post.id));
      expect(await textOf(fixture, await current(fixture, local))).toBe(shows(hash));
      expect([
        (await current(fixture, local)).coverHash,
        (await current(fixture, covered)).coverHash,
      ]).toEqual([hash, hash]);
      const [version] = await readHistory(context, edited.id);
      expect((await readVersion(context, version?.id ?? 0)).body).toBe(shows(hash));
    }));

  it("changes nothing where a post was changed meanwhile", () =>
    withFixture(async (fixture) => {
      const { context } = fixture;
      const picture = await addPhoto(fixture, await photo());
      const post = await fixture.post("# Words", "local");
      const body = named(`${nodeUrl}/ewp/contents/${picture.contentHash}`);
      const { blobs } = context;
      let isEdited = false;
      // The edit comes between the look at all posts and the write.
      const put: typeof blobs.put = async (source, options) => {
        const stored = await blobs.put(source, options);
        if (!isEdited) {
          isEdited = true;
          await updatePublication(context, post.id, { body });
        }
        return stored;
      };
      const between = { ...context, blobs: { ...blobs, put } };
      await expect(cleanStoredPicture(between, picture.id)).rejects.toMatchObject({ code: "CONFLICT" });
      expect(await current(fixture, picture)).toMatchObject({ contentHash: picture.contentHash });
      expect(await textOf(fixture, await current(fixture, post))).toBe(body);

      await cleanStoredPicture(context, picture.id);
      const { contentHash } = await current(fixture, picture);
      const followed = named(`${nodeUrl}/ewp/contents/${contentHash}`);
      expect(await textOf(fixture, await current(fixture, post))).toBe(followed);
    }));
});
