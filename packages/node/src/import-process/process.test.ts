import { execFileSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openImportFolder } from "../../test/support/import-folder.ts";
import { limits } from "./limits.ts";
import { startImportProcess } from "./process.ts";

const item = (n: number, text: string) =>
  `<item><guid>${n}</guid><title>T${n}</title><link>https://a.example/${n}</link><description>${text}</description></item>`;
const feed = (items: string) => `<rss><channel><title>x</title>${items}</channel></rss>`;

/** The processes that read imports for this one. */
function countProcesses(): number {
  const lines = execFileSync("ps", ["-A", "-o", "ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter(
    (line) => line.trim().startsWith(`${process.pid} `) && line.includes("read-import-program"),
  ).length;
}

const endless = "with recursive n(x) as (select 1 union all select x + 1 from n)";

/** A folder of an epress node whose tables are views, as its file can hold any. */
async function makeReference(folder: string, view: string): Promise<void> {
  await mkdir(join(folder, "database"));
  using db = new DatabaseSync(join(folder, "database/epress.sqlite"));
  for (const table of ["contents", "publications", "connections"])
    db.exec(`create table ${table} (content_hash)`);
  db.exec(`create view nodes as ${view}`);
}

it("reads posts and their files, and leaves no process behind", async () => {
  await using folder = await openImportFolder({
    "_posts/2020-01-01-a.md": "---\ntitle: A\ndate: 2020-01-01T01:00:00Z\n---\n![a](/a.gif)",
    "a.gif": Buffer.alloc(2 * 1024 * 1024, "GIF89a"),
    "temporary/.keep": "",
  });
  await using reader = startImportProcess();
  expect(await reader.open(folder.path, join(folder.path, "temporary"))).toMatchObject({
    kind: "posts",
    format: "markdown",
    count: 1,
  });
  expect(await reader.next("America/Lima")).toMatchObject({
    title: "A",
    // The second is that of its file, by which other texts may link to it.
    oldPaths: ["/2019/12/31/a.html", "/_posts/2020-01-01-a.md"],
    files: [{ name: "a.gif", isHere: true }],
  });
  const stream = await reader.openFile(0);
  let size = 0;
  for (let part = await reader.readBytes(stream); part; part = await reader.readBytes(stream))
    size += part.length;
  expect(size).toBe(2 * 1024 * 1024);
  await reader.closeStream(stream);
  await expect(reader.openFile(1)).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  expect(await reader.next("UTC")).toBeNull();
  await reader[Symbol.asyncDispose]();
  expect(countProcesses()).toBe(0);
  await expect(reader.next("UTC")).rejects.toMatchObject({ code: "IMPORT_INVALID" });
});

it("ends the reading of a file that needs too much memory, after what came before it", async () => {
  await using folder = await openImportFolder({
    "feed.xml": feed(
      Array.from({ length: 20_000 }, (_, n) => item(n, "some words of the text ".repeat(40))).join(""),
    ),
  });
  await using reader = startImportProcess({ ...limits, readerMemory: 16 * 2 ** 20 });
  await expect(reader.open(join(folder.path, "feed.xml"), folder.path)).rejects.toMatchObject({
    code: "IMPORT_INVALID",
    message: "The file can't be read: it needs more memory than the limit of 16 MiB.",
  });
  await expect(reader.next("UTC")).rejects.toMatchObject({ code: "IMPORT_INVALID" });
  // With the memory that it has by default.
  await using roomy = startImportProcess();
  expect(await roomy.open(join(folder.path, "feed.xml"), folder.path)).toMatchObject({ count: 20_000 });
});

it("ends the reading of a database that never ends, while this process goes on", async () => {
  await using folder = await openImportFolder({ "in/.keep": "" });
  const path = join(folder.path, "in");
  await makeReference(path, `${endless} select x as address, 1 as is_self from n where x < 0`);
  await using reader = startImportProcess({ ...limits, readerSilenceMs: 3_000 });
  expect(await reader.open(path, folder.path)).toEqual({ kind: "reference" });
  const rows = await reader.openRows("nodes");
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 10);
  await expect(reader.readRows(rows)).rejects.toMatchObject({
    code: "IMPORT_INVALID",
    message: expect.stringContaining("took too long"),
  });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(10);
});

it.runIf(process.platform === "linux")(
  "ends the reading of a database that takes memory outside of JavaScript",
  async () => {
    await using folder = await openImportFolder({ "in/.keep": "" });
    const path = join(folder.path, "in");
    await makeReference(path, `${endless} select x as address, 1 as is_self from n order by -x`);
    await using reader = startImportProcess({ ...limits, readerMemory: 32 * 2 ** 20 });
    await reader.open(path, folder.path);
    await expect(reader.readRows(await reader.openRows("nodes"))).rejects.toMatchObject({
      code: "IMPORT_INVALID",
      message: expect.stringContaining("needs more memory"),
    });
    expect(await readdir(folder.path)).toEqual(["in"]);
  },
);

it("names an error of the machine by its code, and ends by the signal", async () => {
  await using folder = await openImportFolder({});
  await using reader = startImportProcess();
  await expect(reader.open(join(folder.path, "missing"), folder.path)).rejects.toMatchObject({
    code: "ENOENT",
    path: join(folder.path, "missing"),
  });
  const stop = new AbortController();
  await writeFile(join(folder.path, "feed.xml"), feed(item(1, "x")));
  await using stopped = startImportProcess(limits, stop.signal);
  const opening = stopped.open(join(folder.path, "feed.xml"), folder.path);
  stop.abort(new Error("Stopped."));
  await expect(opening).rejects.toThrow("Stopped.");
  await stopped[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
  expect(countProcesses()).toBe(0);
  expect(await readdir(folder.path)).toEqual(["feed.xml"]);
});
