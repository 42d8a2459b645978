import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { makeZip, type ZipFileToMake } from "../support/make-zip.ts";
import { makeSignedFiles, verifyArchive } from "../support/signed-archive.ts";

const files = makeSignedFiles({ "posts/1.md": "# Signed words\n", "posts/字.md": "# 字\n", empty: "" });
const good: ZipFileToMake[] = Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
const signed = new Map(Object.entries(files));
const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** Where the table begins, and where its row of a file is. */
const tableAt = (zip: Buffer) => zip.readUInt32LE(zip.length - 6);
const rowAt = (zip: Buffer, name: string) => zip.indexOf(name, tableAt(zip)) - 46;

function patched(change: (zip: Buffer) => void, of = good): Buffer {
  const zip = makeZip(of);
  change(zip);
  return zip;
}

/** Puts bytes somewhere, with the places in the end of the file as they then are. */
function inserted(at: number, bytes: Buffer, { isInTable = false } = {}): Buffer {
  const zip = makeZip(good);
  const end = Buffer.from(zip.subarray(-22));
  if (isInTable) end.writeUInt32LE(end.readUInt32LE(12) + bytes.length, 12);
  else end.writeUInt32LE(end.readUInt32LE(16) + bytes.length, 16);
  return Buffer.concat([zip.subarray(0, at), bytes, zip.subarray(at, -22), end]);
}

const forgedFile = makeZip([{ name: "posts/1.md", bytes: "# Forged words\n" }]);
const forgedEntry = forgedFile.subarray(0, tableAt(forgedFile));
const extra = (kind: number, body: Buffer) => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(kind, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
};

/** The row of the first file in the table, with an addition behind its name. */
function withExtra(kind: number): Buffer {
  const zip = makeZip(good);
  const row = rowAt(zip, "posts/1.md");
  const added = extra(kind, Buffer.from("\x01\0\0\0\0posts/9.md", "latin1"));
  const made = inserted(row + 46 + "posts/1.md".length, added, { isInTable: true });
  made.writeUInt16LE(added.length, row + 30);
  return made;
}

test.each<[string, Buffer]>([
  ["another name in the header of the bytes", patched((zip) => zip.write("posts/2.md", 30))],
  ["another name in the table", patched((zip) => zip.write(".DS_Store.", rowAt(zip, "posts/1.md") + 46))],
  ["another method before the bytes", patched((zip) => zip.writeUInt16LE(0, 8))],
  ["another size before the bytes", patched((zip) => zip.writeUInt32LE(3, 22))],
  ["another length before the bytes", patched((zip) => zip.writeUInt32LE(3, 18))],
  ["another checksum before the bytes", patched((zip) => zip.writeUInt32LE(3, 14))],
  ["an entry that no row names, first", inserted(0, forgedEntry)],
  ["an entry that no row names, last", inserted(tableAt(makeZip(good)), forgedEntry)],
  ["bytes before everything", Buffer.concat([Buffer.from("PK\x03\x04words"), makeZip(good)])],
  [
    "another zip behind it",
    Buffer.concat([makeZip(good), makeZip([{ name: "posts/1.md", bytes: "forged" }])]),
  ],
  [
    "another zip before it",
    Buffer.concat([makeZip([{ name: "posts/1.md", bytes: "forged" }]), makeZip(good)]),
  ],
  ["bytes behind it", Buffer.concat([makeZip(good), Buffer.from("words")])],
  [
    "a comment that looks like an end",
    Buffer.concat([makeZip(good).subarray(0, -2), Buffer.from([22, 0]), makeZip([]).subarray(-22)]),
  ],
  ["a name in an addition", withExtra(0x7075)],
  ["sizes in an addition", withExtra(0x0001)],
  ["fewer files than rows", patched((zip) => zip.writeUInt16LE(good.length - 1, zip.length - 12))],
  ["one part of several", patched((zip) => zip.writeUInt16LE(1, zip.length - 18))],
  ["two rows of one place", patched((zip) => zip.writeUInt32LE(0, rowAt(zip, "empty") + 42))],
  [
    "a password",
    patched((zip) => [6, rowAt(zip, "posts/1.md") + 8].map((at) => zip.writeUInt16LE(0x801, at))),
  ],
  ["a link", makeZip([...good, { name: "link", bytes: "/etc/hostname", mode: 0o120777 }])],
  ["a pipe", makeZip([...good, { name: "pipe", bytes: "", mode: 0o010644 }])],
  ["a file twice", makeZip([...good, { name: "posts/1.md", bytes: "# Forged words\n" }])],
  ["a file twice, with ./", makeZip([...good, { name: "./posts/1.md", bytes: "# Forged words\n" }])],
  ["a file in other letters", makeZip([...good, { name: "Posts/1.md", bytes: "# Forged words\n" }])],
  ["a file that is a folder", makeZip([...good, { name: "empty/x", bytes: "" }])],
  ["a path that leads out", makeZip([...good, { name: "../x", bytes: "" }])],
  ["an absolute path", makeZip([...good, { name: "/x", bytes: "" }])],
  ["a path of Windows", makeZip([...good, { name: "posts\\1.md", bytes: "# Forged words\n" }])],
  ["a file of the desktop's name", makeZip([...good, { name: ".DS_Store", bytes: "words" }])],
  ["a folder of macOS", makeZip([...good, { name: "__MACOSX/._1.md", bytes: "words" }])],
  [
    "a file that is shorter than it says",
    makeZip([...good.slice(1), { ...(good[0] as ZipFileToMake), says: 99 }]),
  ],
  [
    "a name that is no UTF-8",
    patched((zip) => [30, rowAt(zip, "posts/1.md") + 46].map((at) => zip.writeUInt8(0xff, at))),
  ],
])("%s is not whole", async (_name, zip) => {
  expect(await verifyArchive(zip)).toBeTypeOf("string");
});

test("a zip as programs write it is whole", async () => {
  const shown = new Map([...signed].map(([path, text]) => [path, latin1(text)]));
  expect(await verifyArchive(makeZip(good))).toEqual(shown);
  expect(await verifyArchive(makeZip([{ name: "posts/", bytes: "", mode: 0o040755 }, ...good]))).toEqual(
    shown,
  );
  expect(await verifyArchive(makeZip(good.map((file) => ({ ...file, stored: true }))))).toEqual(shown);
});

test("no changed byte of the headers shows other files", async () => {
  const zip = makeZip(good);
  const shown = new Map([...signed].map(([path, text]) => [path, latin1(text)]));
  const places = [
    ...Array(40).keys(),
    ...Array.from({ length: zip.length - tableAt(zip) }, (_, at) => tableAt(zip) + at),
  ];
  for (const at of places) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] ?? 0) ^ (randomBytes(1)[0] || 1);
    const seen = await verifyArchive(changed);
    if (typeof seen !== "string") expect([at, seen]).toEqual([at, shown]);
  }
});
