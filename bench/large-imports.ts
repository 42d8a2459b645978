import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { AppError } from "../packages/node/src/errors/errors.ts";
import { wxr, wxrItem } from "../packages/node/test/support/exports/wordpress-export.ts";
import { openHttpNode } from "../packages/node/test/support/http-node.ts";
import { print } from "./print.ts";

/** The memory that an import may add at most, MiB. */
const most = 600;

/** The text around the rows of a format, and a row. */
interface Format {
  readonly file: string;
  readonly head: string;
  readonly foot: string;
  readonly row: (number: number) => string;
  readonly between: string;
}

const [wxrHead = "", wxrFoot = ""] = wxr(["\0"]).split("\0");
const me = "https://m.example/users/ada";
const everybody = '"to":["https://www.w3.org/ns/activitystreams#Public"]';

const formats: Readonly<Record<string, Format>> = {
  WordPress: {
    ...{ file: "site.xml", head: wxrHead, foot: wxrFoot, between: "" },
    row: (id) => wxrItem({ id, title: `Post ${id}`, content: "<p>Words</p>" }),
  },
  Ghost: {
    ...{ file: "site.json", foot: "]}}]}", between: "," },
    head: '{"db":[{"meta":{"version":"5.82.0"},"data":{"posts":[',
    row: (id) =>
      `{"id":"${id}","title":"Post ${id}","slug":"post-${id}","html":"<p>Words</p>","status":"published","type":"post","visibility":"public"}`,
  },
  Mastodon: {
    ...{ file: "outbox.json", foot: "]}", between: "," },
    head: '{"type":"OrderedCollection","orderedItems":[',
    row: (id) =>
      `{"type":"Create","object":{"id":"${me}/statuses/${id}","type":"Note","attributedTo":"${me}",${everybody},"content":"<p>${id}</p>"}}`,
  },
  RSS: {
    ...{ file: "feed.xml", foot: "</channel></rss>", between: "" },
    head: '<rss version="2.0"><channel><title>Old</title>',
    row: (id) => `<item><guid>${id}</guid><description>Words ${id}</description></item>`,
  },
};

/**
 * Gives importers files of a million posts (`--short`: of 100,000), each in a process of its own that writes nothing (a dry run):
 * memory must stay bounded, and the report count all of them, or the error say why it can't be done.
 */
export async function benchLargeImports({ short = false }: { short?: boolean }): Promise<void> {
  const rows = short ? 100_000 : 1_000_000;
  print(`\n${rows} posts of each format, in a dry run.\n`);
  print(`${"".padEnd(14)}${"file".padStart(10)}${"time".padStart(10)}${"memory".padStart(10)}  result`);
  for (const [name, format] of Object.entries(formats)) {
    const folder = await mkdtemp(join(tmpdir(), "freehold-imports-"));
    try {
      const path = join(folder, format.file);
      await pipeline(Readable.from(textOf(format, rows)), createWriteStream(path));
      const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, folder]);
      const { ms, mib, result } = JSON.parse(stdout);
      const size = `${((await stat(path)).size / 2 ** 20).toFixed(0)} MiB`;
      const figures = [size, `${(ms / 1_000).toFixed(0)} s`, `${mib} MiB`].map((text) => text.padStart(10));
      print(`${name.padEnd(14)}${figures.join("")}  ${result}${mib < most ? "" : "  too much memory"}`);
      if (mib >= most) process.exitCode = 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function* textOf({ head, foot, row, between }: Format, rows: number): Generator<string> {
  const together = 1_000;
  yield head;
  for (let from = 0; from < rows; from += together)
    yield Array.from({ length: together }, (_, at) => (from + at === 0 ? "" : between) + row(from + at)).join(
      "",
    );
  yield foot;
}

/** Imports a folder, and prints the time and the memory that it took. */
async function measure(folder: string): Promise<void> {
  const { openImport } = await import("../packages/node/src/domain/import/run-import.ts");
  const [file = ""] = await readdir(folder);
  // The importer recognises Mastodon's outbox by its folder.
  const path = file === "outbox.json" ? folder : join(folder, file);
  await using node = await openHttpNode({ title: "Ada" });
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 100);
  const began = performance.now();
  const result = await run().catch((error: unknown) => {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  });
  clearInterval(timer);
  const ms = performance.now() - began;
  process.stdout.write(JSON.stringify({ ms, mib: (highest - before) >> 20, result }));

  async function run(): Promise<string> {
    const found = await openImport(path);
    if (!found) return "not recognised";
    try {
      const { taken, refused, noted } = await found.run(node.ctx, { dryRun: true });
      return `${taken.posts} posts, ${refused} set aside, ${noted} noted`;
    } finally {
      await found.close();
    }
  }
}

if (process.argv[1] === import.meta.filename) await measure(process.argv[2] ?? "");
