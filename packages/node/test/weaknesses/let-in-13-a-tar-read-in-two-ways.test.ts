import { spawnSync } from "node:child_process";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { longName, makeTar, paxHeader, paxRecord, type TarEntryToMake } from "../support/make-tar.ts";
import { makeSignedFiles, verifyArchive } from "../support/signed-archive.ts";

const files = makeSignedFiles({ "posts/1.md": "# Signed words\n", "posts/2.md": "# Others\n", empty: "" });
const good: TarEntryToMake[] = Object.entries(files).map(([name, body]) => ({ name, body }));
const signed = new Map(Object.entries(files));
const forged: TarEntryToMake = { name: "posts/1.md", body: "# Forged words\n" };
/** The good entries, with the first post's replaced. */
const instead = (...entries: TarEntryToMake[]) => [...entries, ...good.slice(1)];
const first = good[0] as TarEntryToMake;
const hides = (path: string) => paxRecord("path", path);
/** A comment that holds a line which looks like a record of its own. */
const hiddenRecord = (record: string) => paxRecord("comment", `x\n${record.trimEnd()}`);
const long = `posts/${"long/".repeat(30)}name.md`;
const octal = (size: number) => `${size.toString(8).padStart(11, "0")}\0`;
const base256 = (size: number) => `\x80${"\0".repeat(10)}${String.fromCharCode(size)}`;

/** Archives that hold other words than the signed ones for at least one program, or say something twice. */
const hostile: Readonly<Record<string, TarEntryToMake[] | Buffer>> = {
  "a comment with a line break hides a path": [...good, paxHeader(hiddenRecord("21 path=.DS_Store")), forged],
  "a comment hides a size": [...good, paxHeader(hiddenRecord("10 size=0")), forged],
  "a file of the desktop's name": [...good, { name: ".DS_Store", body: "words" }],
  "a folder of macOS": [...good, { name: "__MACOSX/._1.md", body: "words" }],
  "the other half of a file of macOS": [...good, { name: "posts/._1.md", body: "words" }],
  "two paths": [...good, paxHeader(hides("posts/1.md") + hides(".DS_Store")), forged],
  "two paths, the other order": [...good, paxHeader(hides(".DS_Store") + hides("posts/1.md")), forged],
  "two extended headers": [...good, paxHeader(hides("posts/1.md")), paxHeader(hides("Thumbs.db")), forged],
  "a record without its length": [...good, paxHeader("path=Thumbs.db\n"), forged],
  "a record whose length is too long": [...good, paxHeader("99 path=Thumbs.db\n"), forged],
  "a record whose length is too short": [...good, paxHeader("9 path=Thumbs.db\n"), forged],
  "a length with a sign": [...good, paxHeader("+18 path=Thumbs.db\n"), forged],
  "a path that ends with NUL": instead(paxHeader(hides("posts/1.md\0.DS_Store")), forged),
  "a path that is empty": [...good, paxHeader(hides("")), forged],
  "a global header with a path": [paxHeader(hides("posts/1.md"), "g"), ...good],
  "a global header with a path at the end": [
    ...good,
    paxHeader(hides("posts/1.md"), "g"),
    { ...forged, name: "desktop.ini" },
  ],
  "a global header with a size": [paxHeader(paxRecord("size", "0"), "g"), ...good],
  "a size in a header, and another after it": instead(paxHeader(paxRecord("size", "0")), {
    ...first,
    size: octal(15),
  }),
  "a size that hides an entry": instead(
    paxHeader(paxRecord("size", "1536")),
    { ...first, body: "# Signed words\n" },
    forged,
  ),
  "a size with a sign": [...good, paxHeader(paxRecord("size", "-1")), forged],
  "names of a sparse file": [
    ...good,
    paxHeader(paxRecord("GNU.sparse.name", "posts/1.md")),
    { ...forged, name: "Thumbs.db" },
  ],
  "another character set": [...good, paxHeader(paxRecord("hdrcharset", "BINARY")), forged],
  "a long name of GNU": [...good, longName("posts/1.md"), { ...forged, name: "Thumbs.db" }],
  "two long names of GNU": [...good, longName("Thumbs.db"), longName("posts/1.md"), forged],
  "a long name with NUL inside": instead(longName("posts/1.md\0x"), forged),
  "a long name and a path": [...good, longName("posts/1.md"), paxHeader(hides("Thumbs.db")), forged],
  "a path and a long name": [...good, paxHeader(hides("Thumbs.db")), longName("posts/1.md"), forged],
  "an entry twice": [forged, ...good],
  "an entry twice, the forged one last": [...good, forged],
  "the same name with ./": [...good, { ...forged, name: "./posts/1.md" }],
  "the same name with an empty part": [...good, { ...forged, name: "posts//1.md" }],
  "the same name with . inside": [...good, { ...forged, name: "posts/./1.md" }],
  "the same name by way of ..": [...good, { ...forged, name: "posts/../posts/1.md" }],
  "an absolute path": instead({ ...first, name: "/posts/1.md" }),
  "a path that leads out": [...good, { name: "../outside", body: "words" }],
  "other letters": [...good, { ...forged, name: "posts/1.MD" }],
  "another normal form": [...good, { name: "posts/e\u0301", body: "1" }, { name: "posts/\u00e9", body: "2" }],
  "a backslash": [...good, { ...forged, name: "posts\\1.md" }],
  "a mark of byte order before the name": instead({ ...forged, name: "\ufeffposts/1.md" }),
  "a symbolic link": instead({ name: "posts/1.md", type: "2", link: "2.md" }),
  "a folder that is a link": [{ name: "posts", type: "2", link: "../out" }, ...good],
  "a hard link": [...good, { name: "posts/3.md", type: "1", link: "posts/1.md" }],
  "a hard link to what lies outside": instead({ name: "posts/1.md", type: "1", link: "/etc/hostname" }),
  "a device": [...good, { name: "null", type: "3" }],
  "a pipe": [...good, { name: "pipe", type: "6" }],
  "an unknown type": [...good, { ...forged, type: "Z" }],
  "a volume's name": [...good, { name: "words", type: "V" }],
  "a file of several volumes": [...good, { ...forged, type: "M" }],
  "a sparse file of GNU": [...good, { ...forged, type: "S", magic: "ustar  \0" }],
  "a folder that is in the way of a file": [...good, { name: "posts/1.md/", type: "5" }],
  "a file that is in the way of a folder": [{ name: "posts", body: "" }, ...good],
  "a folder with bytes": [{ name: "more/", type: "5", body: "x".repeat(512) }, ...good],
  "a file with a folder's name": [...good, { name: "posts/1.md/", body: "" }],
  "a name in the prefix": [...good, { ...forged, name: "1.md", prefix: "posts" }],
  "a prefix where GNU has times": instead({
    ...first,
    prefix: "elsewhere",
    magic: "ustar  \0",
    name: "posts/1.md",
    body: forged.body ?? "",
  }),
  "no mark of the format": instead({ ...first, magic: "\0\0\0\0\0\0\0\0", prefix: "x" }),
  "a wrong checksum": [...good, { ...forged, checksum: 1 }],
  "a size in base 256 with a sign": [...good, { ...forged, size: `\xff${"\xff".repeat(11)}` }],
  "a size with letters": [...good, { ...forged, size: "0000000017x\0" }],
  "a size of two numbers": [...good, { ...forged, size: "00000 000017" }],
  "an entry after one empty block": Buffer.concat([makeTar(good, Buffer.alloc(512)), makeTar([forged])]),
  "an entry after the end": Buffer.concat([makeTar(good), makeTar([forged])]),
  "no end": makeTar(good, Buffer.alloc(0)),
  "half of a header at the end": makeTar(good, Buffer.alloc(300, 1)),
  "a header that extends nothing": makeTar([...good, paxHeader(hides("posts/1.md"))]),
};

const tools = ["tar", "bsdtar"].filter((tool) => spawnSync(tool, ["--version"]).status === 0);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-tars-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;

/** Whatever is below a folder and is none; links are not followed. */
async function* listBelow(path: string): AsyncGenerator<string> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const at = join(path, entry.name);
    if (entry.isDirectory()) yield* listBelow(at);
    else yield at;
  }
}

/** What a program unpacks: the files below the folder with their bytes, and what is no file by its kind. */
async function unpack(tool: string, archive: Buffer): Promise<Map<string, string>> {
  count += 1;
  const into = join(folder, String(count), "in");
  await mkdir(into, { recursive: true });
  const path = join(folder, `${count}.tar.gz`);
  await writeFile(path, archive);
  spawnSync(tool, ["-x", "-z", "-f", path, "-C", into]);
  const found = new Map<string, string>();
  for await (const at of listBelow(join(folder, String(count)))) {
    const isFile = (await lstat(at)).isFile();
    found.set(relative(into, at), isFile ? await readFile(at, "latin1") : "no file");
  }
  return found;
}

const pack = (made: TarEntryToMake[] | Buffer) => gzipSync(Buffer.isBuffer(made) ? made : makeTar(made));

it("has a program to compare with", () => {
  expect(tools).toContain("tar");
});

describe("what a program unpacks otherwise, or could, is not whole", () => {
  let others = 0;
  it.each(Object.entries(hostile))("%s", async (_name, made) => {
    const archive = pack(made);
    expect(await verifyArchive(archive)).toBeTypeOf("string");
    const unpacked = await Promise.all(tools.map((tool) => unpack(tool, archive)));
    if (unpacked.some((one) => !isSame(one, signed))) others += 1;
  });

  it("and most of them are unpacked to something else than what was signed", () => {
    expect(others).toBeGreaterThan(35);
  });
});

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([path, bytes]) => other.get(path) === bytes);

/** Archives as programs write them, with the same files. */
const harmless: Readonly<Record<string, TarEntryToMake[]>> = {
  "as it is": good,
  "with ./": [{ name: "./", type: "5" }, ...good.map((entry) => ({ ...entry, name: `./${entry.name}` }))],
  "with folders": [{ name: "posts/", type: "5" }, ...good],
  "with a name in the prefix": instead({ ...first, name: "1.md", prefix: "posts" }),
  "with times and a comment": instead(
    paxHeader(paxRecord("mtime", "1.5") + paxRecord("comment", "two\nlines") + paxRecord("uid", "7")),
    first,
  ),
  "with a path in an extended header": instead(paxHeader(hides("posts/1.md")), { ...first, name: "cut" }),
  "with a comment for all": [paxHeader(paxRecord("comment", "made by somebody"), "g"), ...good],
  "with a long name of GNU": instead(longName("posts/1.md"), { ...first, name: "cut", magic: "ustar  \0" }),
  "with a size in base 256": instead({ ...first, size: base256(15) }),
};

test.each(Object.entries(harmless))(
  "an archive %s is whole, and unpacked to the same",
  async (_name, made) => {
    const archive = pack(made);
    expect(await verifyArchive(archive)).toEqual(signed);
    for (const tool of tools) expect(isSame(await unpack(tool, archive), signed)).toBe(true);
  },
);

test("what programs write of an unpacked export is whole, also with long names", async () => {
  const texts = makeSignedFiles({ [long]: "# Long\n", "posts/字.md": "# 字\n", "posts/a b.md": "" });
  const from = join(folder, "from");
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), text);
  }
  const wanted = [...new Map(Object.entries(texts)).keys()].sort();
  const formats = { tar: ["gnu", "pax", "ustar", "posix"], bsdtar: ["pax", "gnutar", "ustar"] };
  for (const [tool, names] of Object.entries(formats)) {
    for (const format of tools.includes(tool) ? names : []) {
      const path = join(folder, `${tool}-${format}.tar.gz`);
      const { status, stderr } = spawnSync(tool, [
        "-c",
        "-z",
        "--format",
        format,
        "-f",
        path,
        "-C",
        from,
        ".",
      ]);
      expect([tool, format, status, String(stderr)]).toEqual([tool, format, 0, ""]);
      const seen = await verifyArchive(await readFile(path));
      expect([tool, format, seen instanceof Map ? [...seen.keys()].sort() : seen]).toEqual([
        tool,
        format,
        wanted,
      ]);
    }
  }
});

test("every byte of a header counts: one that is changed is refused, or changes nothing", async () => {
  const tar = makeTar(good);
  for (let at = 0; at < 512; at += 1) {
    const changed = Buffer.from(tar);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    expect([at, await verifyArchive(gzipSync(changed))]).toEqual([at, expect.any(String)]);
  }
});
