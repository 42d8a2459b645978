import { mkdtemp, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { writeReferenceData } from "../../../../test/support/reference-data.ts";
import { listOutbox } from "../../../store/outbox.ts";
import { createSigner } from "../../access/signer.ts";
import { readSettings } from "../../settings/settings.ts";
import type { ImportOptions } from "../import-run.ts";
import { openImport } from "../run-import.ts";

// The large form: 2,000 posts, 50 pictures and 100 connections.
const isLarge = process.env.TEST_LARGE_IMPORT === "1";
const counts = isLarge
  ? { posts: 2_000, pictures: 50, followers: 60, following: 40 }
  : { posts: 12, pictures: 3, followers: 3, following: 2 };

forEachDatabase((_name, open) => {
  async function imported(fixture: OwnerFixture, path: string, options: ImportOptions = {}) {
    const found = await openImport(path);
    try {
      return await found?.run({ ...fixture.context, peers: undefined as never }, options);
    } finally {
      await found?.close();
    }
  }

  async function withFolder(body: (folder: string) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "freehold-reference-"));
    try {
      await body(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it(
    "brings an epress node's data: the right counts, damaged rows set aside, nobody notified, followers served",
    () =>
      withFolder(async (folder) => {
        const store = await open();
        await using fixture = await openOwnerFixture(store);
        fixture.context.clock.advance(10 * 365 * 86_400_000);
        await writeReferenceData(folder, fixture.signer, counts);
        const dry = await imported(fixture, folder, { dryRun: true });
        const report = await imported(fixture, folder);
        expect(report?.taken).toMatchObject({
          ...{ posts: counts.posts + 1, files: counts.pictures, replicas: 1, comments: 1, settings: 2 },
          ...{ followers: counts.followers, following: counts.following },
        });
        expect({ ...report, dryRun: true }).toEqual({ ...dry });
        expect(report?.refusals.map(({ why }) => why)).toEqual([
          "one side of it is no address",
          "its content is not in the folder",
          "its bytes are not those of its hash",
          "its signature is not its author's over this hash and second",
          "its file is missing",
          "its file is missing",
          "its signature is not its author's over this text",
          "its publication is not here",
        ]);
        expect(await readSettings(fixture.context)).toMatchObject({
          allowComment: false,
          defaultLanguage: "zh",
        });
        expect(await listOutbox(store.db, { limit: 10 })).toEqual([]);
        const again = await imported(fixture, folder);
        expect(again?.known).toEqual(report?.taken);
        expect(Object.values(again?.taken ?? {}).every((count) => count === 0)).toBe(true);
        await fixture.post("# New\n", "signed");
        expect(await listOutbox(store.db, { limit: 1_000 })).toHaveLength(counts.followers);
      }),
    isLarge ? 600_000 : 30_000,
  );

  it("refuses another owner's folder, and one that is cut off, in words", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      await writeReferenceData(folder, createSigner(new Uint8Array(32).fill(9)), { ...counts, posts: 1 });
      await expect(imported(fixture, folder)).rejects.toThrow(/The folder is 0x.*, and this node is/);
      await truncate(join(folder, "database/epress.sqlite"), 9_000);
      await expect(imported(fixture, folder)).rejects.toThrow(/The database is damaged/);
    }));
});
