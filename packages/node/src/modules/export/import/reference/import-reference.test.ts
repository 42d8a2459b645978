import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { contentHash } from "@freehold/protocol";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../../test/support/databases.ts";
import { makeZip } from "../../../../../test/support/make-zip.ts";
import { type OwnerFixture, openOwnerFixture } from "../../../../../test/support/owner-fixture.ts";
import { writeReferenceData } from "../../../../../test/support/reference-data.ts";
import { createSigner } from "../../../../domain/access/signer.ts";
import { listUnproven } from "../../../../domain/connections/peers.ts";
import { createOwner } from "../../../../domain/profile/owner.ts";
import { readSettings } from "../../../../domain/settings/settings.ts";
import { listOutbox } from "../../../../store/queues/outbox.ts";
import { writeExport } from "../../archive/write.ts";
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
          posts: counts.posts + 1,
          files: counts.pictures,
          replicas: 1,
          comments: 1,
          settings: 2,
          followers: counts.followers,
          following: counts.following,
        });
        expect({ ...report, dryRun: true }).toEqual({ ...dry });
        expect(report?.refusals.map(({ why }) => why)).toEqual([
          "one side of it is not an address",
          "its content is not in the folder",
          "its content doesn't match its checksum",
          "its signature is not by its author",
          "its file is missing",
          "its file is missing",
          "its signature is not by its author",
          "its post is not here",
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

  it("takes a zip of the folder with comments of an older version, and what it exported without signatures again", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      fixture.context.clock.advance(10 * 365 * 86_400_000);
      const data = join(folder, "mine/data");
      await writeReferenceData(data, fixture.signer, { ...counts, posts: 2, olderComments: true });
      const names = (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
      const files = names.map(async ({ parentPath, name }) => ({
        name: relative(folder, join(parentPath, name)),
        bytes: await readFile(join(parentPath, name)),
      }));
      const zip = join(folder, "data.zip");
      await writeFile(zip, makeZip(await Promise.all(files)));
      const report = await imported(fixture, zip);
      const { followers, following } = counts;
      expect(report?.taken).toMatchObject({
        posts: 3,
        files: counts.pictures,
        comments: 2,
        followers,
        following,
      });
      expect(report?.notes).toContainEqual({
        what: "comment 3",
        why: expect.stringContaining("not confirmed"),
      });
      expect(report?.notes.map(({ what }) => what)).toEqual(
        expect.arrayContaining(["title", "notifications"]),
      );

      const target = join(folder, "export");
      await writeExport(fixture.context, { folder: target, withPrivate: false, verifier: [] });
      await using next = await openOwnerFixture(await open());
      next.context.clock.advance(10 * 365 * 86_400_000);
      // Nobody signed the list of that export, so its follows come only when its owner says so.
      const asked = await imported(next, target);
      expect(asked).toMatchObject({ refusals: [], taken: { followers: 0, following: 0, comments: 2 } });
      const again = await imported(next, target, { isConfirmed: true });
      expect(again).toMatchObject({
        refusals: [],
        taken: { followers, following },
      });
      expect(await listUnproven(next.context)).toEqual(await listUnproven(fixture.context));
    }));

  it("finds the database in the folder of the node, and names the picture behind its pages", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      await writeReferenceData(folder, fixture.signer, { ...counts, posts: 1, pictures: 0 });
      await mkdir(join(folder, "node/data"), { recursive: true });
      await rename(join(folder, "database/epress.sqlite"), join(folder, "node/data/epress.sqlite"));
      const db = new DatabaseSync(join(folder, "node/data/epress.sqlite"));
      db.exec("insert into settings values ('background', 'data:image/png;base64,AAAA')");
      db.close();
      const report = await imported(fixture, join(folder, "node"));
      expect(report?.format).toBe("reference");
      expect(report?.notes.map(({ why }) => why)).toContain(
        "The background picture of its pages was not imported.",
      );
    }));

  it("keeps dates before 1970, of which none can be signed", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      fixture.context.clock.advance(10 * 365 * 86_400_000);
      await writeReferenceData(folder, fixture.signer, { ...counts, posts: 0, pictures: 0 });
      const db = new DatabaseSync(join(folder, "database/epress.sqlite"));
      const moon = Date.UTC(1969, 6, 20, 20, 17);
      const add = (
        text: string,
        { at, signature = null as string | null }: { at: number | string; signature?: string | null },
      ) => {
        const hash = contentHash(Buffer.from(text));
        db.prepare("insert into contents values (?, 'POST', ?, null, 'text/markdown', ?, null, ?)").run(
          ...[hash, text, text.length, at],
        );
        db.prepare("insert into publications values (null, ?, ?, ?, 0, null, null, ?, ?)").run(
          ...[hash, fixture.self, signature, at, at],
        );
      };
      add("# In numbers\n", { at: moon });
      add("# In words\n", { at: "1969-07-20 20:17:00" });
      add("# Signed\n", { at: moon, signature: `0x${"11".repeat(64)}1b` });
      db.close();
      const report = await imported(fixture, folder);
      expect(report?.refusals.map(({ why }) => why)).toContain("its signature is not by its author");
      const found = await fixture.context.store.db
        .selectFrom("publications")
        .select(["state", "createdAt", "publishedAt"])
        .where("createdAt", "<", 0)
        .execute();
      const shown = { state: "local", createdAt: moon, publishedAt: moon };
      expect(found).toEqual([shown, shown]);
    }));

  it("says how to install the node whose folder it is", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      await writeReferenceData(folder, fixture.signer, { ...counts, posts: 0 });
      await fixture.context.store.transaction((tx) => tx.deleteFrom("profiles").execute());
      const context = { ...fixture.context, owner: createOwner(fixture.context.store) };
      await expect(imported({ ...fixture, context }, folder)).rejects.toMatchObject({
        code: "NOT_INSTALLED",
        message: expect.stringContaining(
          "freehold init --url 'https://me.example' --title 'Me' --private-key-file FILE",
        ),
      });
    }));

  it.runIf(isLarge)(
    "reads a million rows in bounded memory",
    () =>
      withFolder(async (folder) => {
        await using fixture = await openOwnerFixture(await open());
        fixture.context.clock.advance(10 * 365 * 86_400_000);
        await writeReferenceData(folder, fixture.signer, { ...counts, pictures: 0 });
        const db = new DatabaseSync(join(folder, "database/epress.sqlite"));
        // Posts of a node that is no longer followed, as an epress node leaves them.
        db.exec(`
          with recursive numbers(n) as (select 100000 union all select n + 1 from numbers where n < 1099999)
          insert into publications (id, content_hash, author_address, signature, created_at, updated_at)
          select n, (select content_hash from contents where type = 'POST' limit 1),
            '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null, 1600000000000 + n, 1600000000000 + n from numbers`);
        db.close();
        const before = process.memoryUsage().rss;
        let most = before;
        const onProgress = (done: number) => {
          if (done % 1_000 === 0) most = Math.max(most, process.memoryUsage().rss);
        };
        for (const dryRun of [true, false]) {
          const begun = performance.now();
          const report = await imported(fixture, folder, { dryRun, onProgress });
          expect(report).toMatchObject({ taken: { posts: counts.posts + 1 } });
          expect(report?.refused).toBeGreaterThan(990_000);
          expect(report?.refusals).toHaveLength(10_000);
          const seconds = Math.round((performance.now() - begun) / 1_000);
          process.stdout.write(
            `${dryRun ? "dry run" : "import"}: ${seconds} s, ${(most - before) >> 20} MiB more than before\n`,
          );
        }
        expect(most - before).toBeLessThan(300 * 1024 * 1024);
      }),
    1_800_000,
  );

  it("refuses another owner's folder, and one that is cut off, in words", () =>
    withFolder(async (folder) => {
      await using fixture = await openOwnerFixture(await open());
      await writeReferenceData(folder, createSigner(new Uint8Array(32).fill(9)), { ...counts, posts: 1 });
      await expect(imported(fixture, folder)).rejects.toThrow(/The folder belongs to 0x.*, and this node to/);
      await truncate(join(folder, "database/epress.sqlite"), 9_000);
      await expect(imported(fixture, folder)).rejects.toThrow(/The database is damaged/);
    }));
});
