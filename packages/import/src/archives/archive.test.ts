import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip, gzipSync } from "node:zlib";
import { type Headers, pack } from "tar-stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeZip } from "../../../node/test/support/make-zip.ts";
import type { ImportArchive } from "../source.ts";
import { openArchive } from "./archive.ts";
import { checkLink, parseEntryName } from "./archive-entries.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-archive-"));
});
afterAll(() => rm(folder, { recursive: true }));

let number = 0;
async function write(bytes: Uint8Array): Promise<string> {
  number += 1;
  const path = join(folder, `archive-${number}`);
  await writeFile(path, bytes);
  return path;
}

async function tarOf(entries: readonly (Partial<Headers> & { body?: string })[]): Promise<Buffer> {
  const tar = pack();
  for (const { body = "", ...header } of entries) tar.entry(header as Headers, body);
  tar.finalize();
  return Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>));
}

async function read(archive: ImportArchive | null): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, entry] of archive?.entries ?? [])
    texts[name] = Buffer.concat(await Array.fromAsync(await entry.open())).toString("utf8");
  return texts;
}

const open = async (bytes: Uint8Array) => openArchive(await write(bytes));
const refusal = async (bytes: Uint8Array) => {
  const error = await open(bytes).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toMatchObject({ code: "IMPORT_INVALID" });
  return (error as Error).message;
};

describe("what can be read", () => {
  const texts = { "a/b.txt": "words", "outbox.json": "{}", "ü.md": "字" };

  test("a zip behind other bytes, and no text that only ends as one", async () => {
    const zip = makeZip(Object.entries(texts).map(([name, bytes]) => ({ name, bytes })));
    for (const before of ["\n", "<br />\nWarning: a server says something.\n"]) {
      const archive = await open(Buffer.concat([Buffer.from(before), zip]));
      expect(await read(archive)).toEqual(texts);
      await archive?.close();
    }
    expect(await open(Buffer.concat([Buffer.from("words"), zip.subarray(-22)]))).toBeNull();
    expect(await open(Buffer.concat([Buffer.from("words"), zip, Buffer.from("more")]))).toBeNull();
  });

  test("a zip, by name, in any order and twice, without hidden files", async () => {
    const hidden = [".DS_Store", "__MACOSX/a", "a/"].map((name) => ({ name, bytes: "" }));
    const files = Object.entries(texts).map(([name, bytes]) => ({ name, bytes }));
    const archive = await open(makeZip([...hidden, ...files.reverse()]));
    expect(await read(archive)).toEqual(texts);
    expect(await read(archive)).toEqual(texts);
    expect([...(archive?.entries.keys() ?? [])]).toEqual(Object.keys(texts));
    expect(archive?.entries.get("a/b.txt")?.size).toBe(5);
    await archive?.close();
  });

  test.each([
    ["a tar", (tar: Buffer) => tar],
    ["a tar that gzip packed", (tar: Buffer) => gzipSync(tar)],
  ])("%s", async (_name, made) => {
    const entries = Object.entries(texts).map(([name, body]) => ({ name: `./${name}`, body }));
    const links = [{ name: "a/link", type: "symlink" as const, linkname: "../outbox.json" }];
    const archive = await open(made(await tarOf([{ name: "./a", type: "directory" }, ...links, ...entries])));
    expect(await read(archive)).toEqual(texts);
    await archive?.close();
  });

  test("a folder, without what links lead to", async () => {
    const path = join(folder, "a-folder");
    for (const [name, text] of Object.entries({ ...texts, ".git/config": "secret" })) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), text);
    }
    await symlink("/etc", join(path, "etc"));
    await symlink("/etc/passwd", join(path, "passwd"));
    const archive = await openArchive(path);
    expect(await read(archive)).toEqual(texts);
    await archive?.close();
  });

  test("a file that gzip packed", async () => {
    const archive = await open(gzipSync(Buffer.from("words")));
    expect(Object.values(await read(archive))).toEqual(["words"]);
    await archive?.close();
  });

  test("the files of zips in a zip that holds nothing else", async () => {
    const part = (name: string) => makeZip([{ name: `${name}/text.md`, bytes: name }]);
    const parts = ["Part-1", "Part-2"].map((name) => ({ name: `${name}.zip`, bytes: part(name) }));
    const archive = await open(makeZip(parts));
    expect(await read(archive)).toEqual({ "Part-1/text.md": "Part-1", "Part-2/text.md": "Part-2" });
    await archive?.close();
    const beside = await open(makeZip([...parts, { name: "a.md", bytes: "x" }]));
    expect([...(beside?.entries.keys() ?? [])]).toEqual(["Part-1.zip", "Part-2.zip", "a.md"]);
    await beside?.close();
    expect(await refusal(makeZip([{ name: "a.zip", bytes: "no zip" }]))).toContain("cut off or damaged");
  });

  test("names whose letters are apart from their marks, as letters with marks, unless both are there", async () => {
    const [apart, whole] = ["ü.md".normalize("NFD"), "ü.md"];
    const one = await open(makeZip([{ name: apart, bytes: "x" }]));
    expect([...(one?.entries.keys() ?? [])]).toEqual([whole]);
    const both = await open(makeZip([whole, apart].map((name) => ({ name, bytes: name }))));
    expect(await read(both)).toEqual({ [whole]: whole, [apart]: apart });
    await one?.close();
    await both?.close();
  });

  test("nothing else", async () => {
    expect(await open(Buffer.from("words"))).toBeNull();
    expect(await open(Buffer.alloc(0))).toBeNull();
  });
});

describe("what is refused", () => {
  test.each(["../a", "a/../../b", "/etc/passwd", "C:\\a", "a\\..\\b"])("the path %s", async (name) => {
    expect(await refusal(makeZip([{ name, bytes: "x" }]))).toContain("leads out");
    expect(await refusal(gzipSync(await tarOf([{ name, body: "x" }])))).toContain("leads out");
  });

  test("a link that leads out", async () => {
    const mode = 0o120777;
    expect(await refusal(makeZip([{ name: "a", bytes: "../../etc", mode }]))).toContain("link");
    const linkname = "/etc/passwd";
    expect(await refusal(await tarOf([{ name: "a", type: "symlink", linkname }]))).toContain("link");
  });

  test("a file that is cut off or damaged", async () => {
    const zip = makeZip([{ name: "a", bytes: randomBytes(5_000) }]);
    const tar = gzipSync(await tarOf([{ name: "a", body: randomBytes(5_000).toString("hex") }]));
    expect(await refusal(zip.subarray(0, 3_000))).toContain("cut off or damaged");
    expect(await refusal(tar.subarray(0, 3_000))).toContain("cut off or damaged");
    expect(await refusal(gzipSync(Buffer.alloc(600)).subarray(0, -9))).toContain("cut off or damaged");
    expect(await refusal(gzipSync(Buffer.from("words")).subarray(0, -4))).toContain("cut off or damaged");
    const wrongSum = await open(makeZip([{ name: "a", bytes: "words", crc: 1 }]));
    await expect(read(wrongSum)).rejects.toMatchObject({ code: "IMPORT_INVALID" });
    const wrongSize = await open(makeZip([{ name: "a", bytes: "words", says: 3 }]));
    await expect(read(wrongSize)).rejects.toMatchObject({ code: "IMPORT_INVALID" });
    await wrongSum?.close();
    await wrongSize?.close();
  });

  test("a file that is packed by another method, as Windows packs large ones", async () => {
    const zip = makeZip([{ name: "a", bytes: "words" }]);
    const central = zip.indexOf("PK\x01\x02", 0, "latin1");
    zip.writeUInt16LE(9, 8);
    zip.writeUInt16LE(9, central + 10);
    const archive = await open(zip);
    await expect(read(archive)).rejects.toThrow("a is packed in the zip by a method");
    await archive?.close();
  });

  test.each([
    ["7z", "377abcaf271c0004"],
    ["RAR", "526172211a070100"],
    ["xz", "fd377a585a000004"],
    ["bzip2", "425a683931415926535900"],
    ["Zstandard", "28b52ffd2458"],
  ])("an archive of the kind %s, in a sentence that says so", async (kind, beginning) => {
    expect(await refusal(Buffer.from(beginning, "hex"))).toContain(`of the kind ${kind}. Unpack it`);
  });

  test("a bomb", async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    expect(await refusal(makeZip([{ name: "a", bytes: zeros }]))).toContain("unpacks to far more");
    const path = join(folder, "bomb.tar.gz");
    const tar = pack();
    const written = pipeline(tar as unknown as NodeJS.ReadableStream, createGzip(), createWriteStream(path));
    const entry = tar.entry({ name: "a", size: zeros.length });
    if (!entry.write(zeros)) await once(entry, "drain");
    entry.end();
    tar.finalize();
    await written;
    await expect(openArchive(path)).rejects.toThrow("unpacks to far more");
  });

  test("files that overlap, and files without number", async () => {
    const one = makeZip([{ name: "a", bytes: randomBytes(9_000), stored: true }]);
    const central = one.subarray(one.indexOf("PK\x01\x02", 0, "latin1"), -22);
    const end = Buffer.from(one.subarray(-22));
    end.writeUInt16LE(3, 10);
    expect(await refusal(Buffer.concat([one.subarray(0, -22), central, central, end]))).toContain("overlap");
  });
});

test("names", () => {
  expect(parseEntryName("./a//b/./c")).toBe("a/b/c");
  expect(parseEntryName("a/.hidden/b")).toBeNull();
  expect(() => parseEntryName("a".repeat(5_000))).toThrow("too long");
  expect(() => checkLink("a/b", "../c")).not.toThrow();
  expect(() => checkLink("a/b", "../../c")).toThrow("link");
});
