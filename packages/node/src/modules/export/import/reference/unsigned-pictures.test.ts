import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { contentHash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../../test/support/databases.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../../test/support/owner-fixture.ts";
import { writeReferenceData } from "../../../../../test/support/reference-data.ts";
import { hasSecret, photo } from "../../../../../test/support/tagged-pictures.ts";
import { findPublication } from "../../../../domain/publications/visible.ts";
import type { ImportOptions } from "../import-run.ts";
import { openImport } from "../run-import.ts";

async function imported({ context }: OwnerFixture, path: string, options: ImportOptions = {}) {
  const found = await openImport(path);
  try {
    return await found?.run({ ...context, peers: undefined as never }, options);
  } finally {
    await found?.close();
  }
}

const named = (...hashes: string[]) =>
  hashes.map((hash) => `![a](https://me.example/ewp/contents/${hash})`).join("\n");

/** Adds rows with these ids to a data folder: `signed` ones by its owner. */
async function addRows(folder: string, { signer }: OwnerFixture) {
  const db = new DatabaseSync(join(folder, "database/epress.sqlite"));
  const at = Date.UTC(2022, 0, 1);
  async function add(
    id: number,
    bytes: Uint8Array | string,
    { isSigned = false } = {},
  ): Promise<`0x${string}`> {
    const hash = contentHash(Buffer.from(bytes));
    const isText = typeof bytes === "string";
    const local = `${hash.slice(2, 4)}/${hash.slice(2)}/${hash.slice(2)}`;
    if (!isText) {
      const path = join(folder, "uploads", local);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    }
    db.prepare("insert into contents values (?, ?, ?, ?, ?, ?, ?, ?)").run(
      ...([hash, isText ? "POST" : "FILE", isText ? bytes : null, isText ? null : `${id}.jpg`] as const),
      ...([isText ? "text/markdown" : "image/jpeg", bytes.length, isText ? null : local, at] as const),
    );
    const meaning = { contentHash: hash, publisherAddress: signer.address, timestamp: at / 1000 };
    const signature = isSigned ? signer.sign("StatementOfSource", meaning).signature : null;
    db.prepare("insert into publications values (?, ?, ?, ?, 0, null, null, ?, ?)").run(
      ...([id, hash, signer.address, signature, at, at] as const),
    );
    return hash;
  }
  return { add, [Symbol.dispose]: () => db.close() };
}

forEachDatabase((_name, open) => {
  it("removes the location of unsigned pictures of an epress node, and the texts that name them follow", async () => {
    await using fixture = await openOwnerFixture(await open());
    const { context } = fixture;
    context.clock.advance(10 * 365 * 86_400_000);
    const folder = await mkdtemp(join(tmpdir(), "freehold-reference-"));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(folder, { recursive: true }));
    await writeReferenceData(folder, fixture.signer, { posts: 1, pictures: 0, followers: 0, following: 0 });
    const bytes = [await photo(120, 80), await photo(110, 80), await photo(100, 80)] as const;
    const hashes = bytes.map((one) => contentHash(one));
    {
      using rows = await addRows(folder, fixture);
      // The texts come before the pictures that they name.
      await rows.add(1_001, named(...hashes));
      await rows.add(1_002, `# Signed\n\n${named(hashes[1] ?? "")}`, { isSigned: true });
      await rows.add(1_003, bytes[0]);
      await rows.add(1_004, bytes[1]);
      await rows.add(1_005, bytes[2], { isSigned: true });
    }
    const find = (id: number) => findPublication(context, { id });
    const dry = await imported(fixture, folder, { dryRun: true });
    const report = await imported(fixture, folder);
    expect({ ...report, dryRun: true }).toEqual({ ...dry });
    expect(report?.taken).toMatchObject({ files: 3 });
    expect(report?.notes.map(({ why }) => why)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("a signed post names it by its hash"),
        expect.stringContaining("removed from 1 of the pictures; 1 had a location"),
      ]),
    );
    const files = await Promise.all([1_003, 1_004, 1_005].map(find));
    const now = files.flatMap((file) => file?.contentHash ?? []);
    expect(now.map((hash, at) => hash === hashes[at])).toEqual([false, true, true]);
    expect(hasSecret(await context.blobs.readAll(now[0] ?? "0x", 1_000_000))).toBe(false);
    const post = await find(1_001);
    const text = await context.blobs.readAll(post?.contentHash ?? "0x", 10_000);
    expect(text.toString()).toBe(named(...now));
    expect(await find(1_002)).toMatchObject({ state: "signed" });

    // A later text finds the picture of an earlier run.
    using rows = await addRows(folder, fixture);
    await rows.add(1_006, `# Later\n\n${named(hashes[0] ?? "")}`);
    const again = await imported(fixture, folder);
    expect(again?.taken).toMatchObject({ posts: 1, files: 0 });
    const later = await find(1_006);
    const laterText = await context.blobs.readAll(later?.contentHash ?? "0x", 10_000);
    expect(laterText.toString()).toBe(`# Later\n\n${named(now[0] ?? "")}`);

    await using kept = await openOwnerFixture(await open());
    kept.context.clock.advance(10 * 365 * 86_400_000);
    await imported(kept, folder, { keepMetadata: true });
    expect(await findPublication(kept.context, { id: 1_003 })).toMatchObject({ contentHash: hashes[0] });
  });
});
