import { readdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { pack } from "tar-stream";
import { expect, it } from "vitest";
import { forEachDatabase } from "../../../../test/support/databases.ts";
import { makeSampleImports, type SampleImport } from "../../../../test/support/exports/sample-imports.ts";
import { everyNth, isFull } from "../../../../test/support/full.ts";
import { openImportFolder, pixel } from "../../../../test/support/import-folder.ts";
import { makeZip } from "../../../../test/support/make-zip.ts";
import { openOwnerFixture } from "../../../../test/support/owner-fixture.ts";
import { AppError } from "../../../errors/errors.ts";
import { limits as readerLimits } from "../../../import-process/limits.ts";
import { importPosts } from "./import-posts.ts";
import { type ImportOptions, ImportRun } from "./import-run.ts";
import { importLimits } from "./limits.ts";
import type { ImportReport } from "./report.ts";
import { openImport } from "./run-import.ts";

/** Each file is read in a process of its own. */
const timeout = { timeout: 240_000 };
const zeros = Buffer.alloc(17 * 1024 * 1024);
type Files = SampleImport["files"];
const toZip = (files: Files, more: Files = {}) =>
  makeZip(Object.entries({ ...files, ...more }).map(([name, bytes]) => ({ name, bytes })));
async function toTar(files: Files, more: Files = {}): Promise<Buffer> {
  const tar = pack();
  for (const [name, bytes] of Object.entries({ ...files, ...more })) tar.entry({ name }, Buffer.from(bytes));
  tar.finalize();
  return gzipSync(Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>)));
}

forEachDatabase((_name, open) => {
  async function start() {
    await using owner = await openOwnerFixture(await open());
    const samples = everyNth(await makeSampleImports(owner), 3);
    const node = await openOwnerFixture(await open());
    node.context.clock.advance(10 * 365 * 86_400_000);
    // Files beside an import, and a folder that must be empty after each.
    const around = await openImportFolder({ "secret.gif": pixel, "temporary/.keep": "", "in/.keep": "" });
    const temporary = join(around.path, "temporary");
    const place = async (sample: SampleImport, files: Files = sample.files) => {
      const folder = await openImportFolder(
        Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`in/${name}`, bytes])),
      );
      return { ...folder, path: join(folder.path, sample.isSingleFile ? `in/${sample.main}` : "in") };
    };
    const run = async (path: string, options: ImportOptions = {}): Promise<ImportReport | AppError> => {
      try {
        const found = await openImport(path, { temporary });
        if (found === null) throw new AppError("NOT_FOUND", "Nothing was recognised.");
        try {
          return await found.run({ ...node.context, peers: null as never }, options);
        } finally {
          await found.close();
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return error;
      } finally {
        expect(await readdir(temporary)).toEqual([".keep"]);
        expect((await readdir(around.path)).sort()).toEqual(["in", "secret.gif", "temporary"]);
      }
    };
    const archive = async (bytes: Uint8Array) => {
      const path = join(around.path, "in", "archive");
      await writeFile(path, bytes);
      return await run(path);
    };
    const count = async (kind: "POST" | "FILE") =>
      (await node.context.store.db.selectFrom("publications").select("id").where("kind", "=", kind).execute())
        .length;
    /** The whole state of the node: its rows, and the files of its data folder. */
    const everything = async () => {
      const { db } = node.context.store;
      const rows: Record<string, unknown> = {};
      for (const { name } of await db.introspection.getTables())
        rows[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
      return { rows, files: (await readdir(node.context.config.dataDir, { recursive: true })).sort() };
    };
    return {
      node,
      samples,
      place,
      run,
      archive,
      count,
      everything,
      async [Symbol.asyncDispose]() {
        await node[Symbol.asyncDispose]();
        await around[Symbol.asyncDispose]();
      },
    };
  }

  /** A clear error, or a report that says what is missing. */
  function expectTold(result: ImportReport | AppError, about: string): void {
    if (result instanceof AppError) {
      expect([about, result.code]).toEqual([about, "IMPORT_INVALID"]);
      expect(result.message).toMatch(/^[A-Z].{15,}[.]$/);
    } else expect([about, result.refused]).not.toEqual([about, 0]);
  }

  it(
    "says what is wrong with a file that is cut off, and takes the whole one afterwards, as a dry run said without a write",
    timeout,
    async () => {
      await using import_ = await start();
      for (const [at, sample] of import_.samples.entries()) {
        const main = sample.files[sample.main] ?? new Uint8Array();
        const files = { ...sample.files, [sample.main]: main.subarray(0, Math.floor(main.length * 0.7)) };
        await using cut = await import_.place(sample, files);
        if (sample.format !== "markdown") expectTold(await import_.run(cut.path), sample.name);
        const archives = isFull || at === 0 ? [toZip(sample.files), await toTar(sample.files)] : [];
        for (const packed of archives)
          expect(await import_.archive(packed.subarray(0, Math.floor(packed.length * 0.6)))).toMatchObject({
            code: "IMPORT_INVALID",
            message: expect.stringContaining("cut off or damaged"),
          });
        const before = await import_.count("POST");
        await using whole = await import_.place(sample);
        const untouched = await import_.everything();
        const dry = await import_.run(whole.path, { dryRun: true });
        expect([sample.name, await import_.everything()]).toEqual([sample.name, untouched]);
        const report = await import_.run(whole.path);
        expect([sample.name, { ...report, dryRun: true }]).toEqual([sample.name, { ...dry }]);
        expect([sample.name, (report as ImportReport).format]).toEqual([sample.name, sample.format]);
        const { taken, known } = report as ImportReport;
        const posts = taken.posts + known.posts + taken.drafts + known.drafts;
        expect([sample.name, posts]).toEqual([sample.name, sample.format === "reference" ? 3 : 2]);
        expect(await import_.count("POST")).toBe(before + taken.posts + taken.drafts + taken.replicas);
      }
      // No sample imported the file beside it.
      expect(await import_.count("FILE")).toBe(0);
    },
  );

  it(
    "refuses archives that are bombs, and paths and links that lead out, and takes nothing of them",
    timeout,
    async () => {
      await using import_ = await start();
      for (const [at, { files, name }] of import_.samples.entries()) {
        for (const make of [at % 2 === 0 ? toZip : toTar]) {
          const bomb = await import_.archive(await make(files, { "zeros.bin": zeros }));
          expect([name, (bomb as AppError).message]).toEqual([
            name,
            expect.stringContaining("unpacks to far more"),
          ]);
          const out = await import_.archive(await make(files, { "../out.md": pixel }));
          expect([name, (out as AppError).message]).toEqual([name, expect.stringContaining("leads out")]);
        }
      }
      expect(await import_.count("POST")).toBe(0);
    },
  );

  it("follows no link out of a folder", timeout, async () => {
    await using import_ = await start();
    for (const sample of import_.samples.filter(({ isSingleFile }) => !isSingleFile)) {
      const { [sample.main]: main = new Uint8Array(), ...rest } = sample.files;
      await using elsewhere = await openImportFolder({ main });
      await using folder = await import_.place(sample, {
        ...rest,
        "database/.keep": pixel,
        "posts/.keep": pixel,
      });
      await symlink(join(elsewhere.path, "main"), join(folder.path, sample.main));
      const result = await import_.run(folder.path);
      if (!(result instanceof AppError))
        expect([sample.name, result.taken.followers]).toEqual([sample.name, 0]);
      else
        expect([sample.name, result.code]).toEqual([
          sample.name,
          expect.stringMatching(/NOT_FOUND|IMPORT_INVALID/),
        ]);
    }
  });

  it("stops at an entry without end, in little memory", timeout, async () => {
    await using import_ = await start();
    const before = process.memoryUsage().rss;
    for (const sample of import_.samples) {
      await using folder = await import_.place(
        sample,
        sample.endless === null
          ? sample.files
          : { ...sample.files, [sample.main]: Buffer.from(sample.endless, "latin1") },
      );
      const main = sample.isSingleFile ? folder.path : join(folder.path, sample.main);
      if (sample.endless === null) {
        const db = new DatabaseSync(main);
        db.exec("update contents set body = zeroblob(30000000) where type = 'POST'");
        db.close();
        // Without holes, such a file takes no space.
      } else await truncate(main, 256 * 1024 ** 2);
      expectTold(await import_.run(folder.path), sample.name);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it(
    "keeps what came before a file that needs too much memory, and takes the rest where there is more",
    timeout,
    async () => {
      await using import_ = await start();
      await using folder = await openImportFolder({
        "_config.yml": "title: x",
        "_posts/2020-01-01-a.md": "---\ntitle: A\n---\na",
        "_posts/2020-01-02-b.html": `---\ntitle: B\n---\n${"<p>b</p>".repeat(15_000)}`,
      });
      const limits = { ...readerLimits, readerMemory: 24 * 2 ** 20 };
      const few = await openImport(folder.path, { limits });
      const { context } = import_.node;
      const failing = few?.run({ ...context, peers: null as never }, {});
      await expect(failing).rejects.toMatchObject({
        code: "IMPORT_INVALID",
        message: expect.stringContaining("needs more memory than the limit of 24 MiB"),
      });
      await few?.close();
      expect(await import_.count("POST")).toBe(1);
      expect(await import_.run(folder.path)).toMatchObject({
        taken: { posts: 1 },
        known: { posts: 1 },
        refused: 0,
      });
    },
  );

  it("says that an import has more posts than its limit", timeout, async () => {
    await using import_ = await start();
    const { context, self } = import_.node;
    const run = new ImportRun({ ...context, peers: null as never }, self, "feed", {});
    async function* entries() {
      for (let n = 0; n < importLimits.entries + 5; n += 1)
        yield { key: "x", why: "no words", leftOut: { because: "others" as const, count: 1 } };
    }
    await importPosts(run, { format: "feed", count: null, authors: async () => [], entries }, {});
    expect([run.report.noted, run.report.refused]).toEqual([importLimits.entries, 1]);
    expect(run.report.refusals).toEqual([
      { what: "…", why: expect.stringContaining(String(importLimits.entries)) },
    ]);
    expect(run.report.notes).toHaveLength(importLimits.reported);
  });
});
