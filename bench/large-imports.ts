import "../packages/node/test/support/load-modules.ts";
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { archiveNames } from "@freehold/protocol";
import { AppError } from "../packages/node/src/errors/errors.ts";
import { writeRepository } from "../packages/node/test/support/exports/make-car.ts";
import { wxr, wxrItem } from "../packages/node/test/support/exports/wordpress-export.ts";
import { type HttpNode, openHttpNode } from "../packages/node/test/support/http-node.ts";
import { print } from "./print.ts";

/** The memory that an import may add at most, MiB. */
const most = 600;

const command = join(import.meta.dirname, "../packages/node/bin/freehold.js");

/** The text around the rows of a format, and a row. */
interface Rows {
  readonly head: string;
  readonly foot: string;
  readonly row: (number: number) => string;
  readonly between: string;
}

interface Format {
  readonly file: string;
  readonly write: (rows: number) => Iterable<string | Uint8Array>;
}

const inText = (file: string, rows: Rows): Format => ({ file, write: (count) => textOf(rows, count) });

const [wxrHead = "", wxrFoot = ""] = wxr(["\0"]).split("\0");
const me = "https://m.example/users/ada";
const everybody = '"to":["https://www.w3.org/ns/activitystreams#Public"]';

const formats: Readonly<Record<string, Format>> = {
  WordPress: inText("site.xml", {
    head: wxrHead,
    foot: wxrFoot,
    between: "",
    row: (id) => wxrItem({ id, title: `Post ${id}`, content: "<p>Words</p>" }),
  }),
  Ghost: inText("site.json", {
    foot: "]}}]}",
    between: ",",
    head: '{"db":[{"meta":{"version":"5.82.0"},"data":{"posts":[',
    row: (id) =>
      `{"id":"${id}","title":"Post ${id}","slug":"post-${id}","html":"<p>Words</p>","status":"published","type":"post","visibility":"public"}`,
  }),
  Mastodon: inText("outbox.json", {
    foot: "]}",
    between: ",",
    head: '{"type":"OrderedCollection","orderedItems":[',
    row: (id) =>
      `{"type":"Create","object":{"id":"${me}/statuses/${id}","type":"Note","attributedTo":"${me}",${everybody},"content":"<p>${id}</p>"}}`,
  }),
  Bluesky: { file: "repo.car", write: (rows) => writeRepository("did:plc:ada", recordsOf(rows)) },
  RSS: inText("feed.xml", {
    foot: "</channel></rss>",
    between: "",
    head: '<rss version="2.0"><channel><title>Old</title>',
    row: (id) => `<item><guid>${id}</guid><description>Words ${id}</description></item>`,
  }),
  Markdown: { file: "posts.tar", write: writeTar },
  // Follows that nobody signed: each is set aside.
  Freehold: inText("connections.jsonl", {
    head: "",
    foot: "",
    between: "",
    row: (id) => {
      const [follower, followee] = [id, id + 1].map((one) => `0x${String(one).padStart(40, "0")}`);
      const peer = { url: "https://a.example", title: "A", description: null };
      return `${JSON.stringify({ follower, followee, peer, createdAt: "2024-01-01T00:00:00Z", proof: null })}\n`;
    },
  }),
};

function* recordsOf(rows: number): Generator<[string, object]> {
  const createdAt = "2024-01-01T00:00:00Z";
  for (let id = 0; id < rows; id += 1)
    yield [
      `app.bsky.feed.post/3k${String(id).padStart(11, "0")}`,
      { $type: "app.bsky.feed.post", text: `Post ${id}`, createdAt },
    ];
}

/** A tar with a text a row (POSIX ustar). */
function* writeTar(rows: number): Generator<Uint8Array> {
  for (let id = 0; id < rows; id += 1) {
    const text = `---\ntitle: Post ${id}\n---\nWords\n`;
    const block = Buffer.alloc(1024);
    block.write(`posts/${id}.md`);
    const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, "0");
    block.write(`${octal(0o644, 8)}\0${octal(0, 8)}\0${octal(0, 8)}\0`, 100);
    block.write(`${octal(text.length, 12)}\0${octal(0, 12)}\0        0`, 124);
    block.write("ustar\u000000", 257);
    const sum = block.reduce((all, byte) => all + byte, 0);
    block.write(`${octal(sum, 7)}\0 `, 148);
    block.write(text, 512);
    yield block;
  }
  yield Buffer.alloc(1024);
}

/**
 * Gives importers files of a million posts (`--short`: of 100,000), each in a process of its own that writes nothing (a dry
 * run). The process has the flags of the command, because they bound how much garbage waits to be collected. Memory must stay
 * bounded, and the report count all of them, or the error say why it can't be done.
 */
export async function benchLargeImports({ short = false }: { short?: boolean }): Promise<void> {
  const rows = short ? 100_000 : 1_000_000;
  const [firstLine = ""] = (await readFile(command, "utf8")).split("\n");
  const flags = firstLine.match(/--\S+/g) ?? [];
  print(`\n${rows} posts of each format, in a dry run.\n`);
  print(`${"".padEnd(14)}${"file".padStart(10)}${"time".padStart(10)}${"memory".padStart(10)}  result`);
  for (const [name, format] of Object.entries(formats)) {
    const folder = await mkdtemp(join(tmpdir(), "freehold-imports-"));
    try {
      const path = join(folder, format.file);
      await pipeline(Readable.from(format.write(rows)), createWriteStream(path));
      const size = `${((await stat(path)).size / 2 ** 20).toFixed(0)} MiB`;
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...flags,
        import.meta.filename,
        folder,
      ]);
      const { ms, mib, result } = JSON.parse(stdout);
      const figures = [size, `${(ms / 1_000).toFixed(0)} s`, `${mib} MiB`].map((text) => text.padStart(10));
      print(`${name.padEnd(14)}${figures.join("")}  ${result}${mib < most ? "" : "  too much memory"}`);
      if (mib >= most) process.exitCode = 1;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function* textOf({ head, foot, row, between }: Rows, rows: number): Generator<string> {
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
  const { openImport } = await import("../packages/node/src/modules/export/import/run-import.ts");
  const [file = ""] = await readdir(folder);
  await using node = await openHttpNode({ title: "Ada" });
  const path = await place(node, folder, file);
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

/** What is imported: the file, or the folder that it is a part of. */
async function place({ ctx }: HttpNode, folder: string, file: string): Promise<string> {
  if (file === "outbox.json") return folder;
  if (file !== "connections.jsonl") return join(folder, file);
  const target = join(folder, "export");
  const { writeExport } = await import("../packages/node/src/modules/export/archive/write.ts");
  await writeExport(ctx, { folder: target, withPrivate: false, verifier: [] });
  await rename(join(folder, file), join(target, file));
  // The list has the connections as they were.
  await rm(join(target, archiveNames.manifest));
  return target;
}

if (process.argv[1] === import.meta.filename) await measure(process.argv[2] ?? "");
