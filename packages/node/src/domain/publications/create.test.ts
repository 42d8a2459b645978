import { Readable } from "node:stream";
import { contentHash } from "@freehold/protocol";
import { expect, it, test } from "vitest";
import { forEachDatabase } from "../../../test/support/databases.ts";
import { openOwnerFixture } from "../../../test/support/owner-fixture.ts";
import { photo } from "../../../test/support/tagged-pictures.ts";
import { limits } from "../limits.ts";
import { checkLabels, createPublication } from "./create.ts";

test.each([
  ["description", limits.descriptionLength],
  ["filename", limits.filenameLength],
] as const)("a %s has up to %i characters, however many code units each has", (name, length) => {
  const labels = (text: string) => ({ slug: null, description: null, filename: null, [name]: text });
  expect(() => checkLabels(labels("\u{1f300}".repeat(length)))).not.toThrow();
  expect(() => checkLabels(labels("x".repeat(length + 1)))).toThrow(`up to ${length} characters`);
});

forEachDatabase((_name, open) => {
  it("takes a post up to its longest, and nothing of one that is a byte longer", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    const create = (size: number) =>
      createPublication(context, {
        kind: "POST",
        state: "draft",
        source: Readable.from([Buffer.alloc(size, "x")]),
      });
    await expect(create(limits.markdownBytes + 1)).rejects.toMatchObject({ code: "TOO_LARGE" });
    const rows = () => context.store.db.selectFrom("publications").select("id").execute();
    expect(await rows()).toEqual([]);
    const { id } = await create(limits.markdownBytes);
    expect(await rows()).toEqual([{ id }]);
  });

  it("keeps nothing of a file that is a picture by its name alone, unless its metadata is kept", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    const bytes = Buffer.concat([Buffer.from("\n"), await photo()]);
    const create = (filename: string, keepMetadata = false) =>
      createPublication(context, {
        kind: "FILE",
        state: "local",
        source: Readable.from([bytes]),
        filename,
        keepMetadata,
      });
    for (const filename of ["a.jpg", "a.JPEG", "a.dng", "a.heic"])
      await expect(create(filename)).rejects.toMatchObject({ code: "PICTURE_DAMAGED" });
    expect(await context.store.db.selectFrom("publications").select("id").execute()).toEqual([]);
    expect(await context.blobs.size(contentHash(bytes))).toBe(null);
    expect((await create("a.jpg", true)).contentHash).toBe(contentHash(bytes));
    expect((await create("a.bin")).mediaType).toBe("application/octet-stream");
  });
});
