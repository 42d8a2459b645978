import { chunksOf, type PackedEntry } from "./packed-entry.ts";

// Not limits: parts of the format.
const endSize = 22;
const entrySize = 46;
const localSize = 30;
const signatures = { local: 0x04034b50, entry: 0x02014b50, descriptor: 0x08074b50, end: 0x06054b50 };
const descriptorSizes = { marked: 16, plain: 12 };
/** Additions with times and user numbers: they change neither names nor bytes. */
const harmlessExtras = new Set([0x5455, 0x5855, 0x7855, 0x7875, 0x000a]);
const flagOf = { laterSizes: 0x0008, utf8: 0x0800, levels: 0x0006 };
const textDecoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A row of the table at the end. */
interface Row {
  readonly name: string;
  /** Name, flags and method, which the header before the bytes repeats. */
  readonly shared: string;
  readonly method: number;
  readonly flags: number;
  readonly checksum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Zip by its table at the end. The headers before the bytes must say the same, and nothing may be between the files, because
 * some programs follow the table and others the headers.
 *
 * @throws Error for everything else
 */
export async function* readZip(file: Blob): AsyncGenerator<PackedEntry> {
  const { rows, start } = await readTable(file);
  let at = 0;
  for (const row of rows) {
    if (row.offset !== at) throw new Error("The files of the zip do not follow each other.");
    const bodyAt = at + (await readLocalLength(file, row));
    at = bodyAt + row.packed;
    if (row.flags & flagOf.laterSizes) at += await readDescriptorLength(file, at, row);
    const isFolder = row.name.endsWith("/");
    if (isFolder && row.size !== 0) throw new Error("A folder of the zip has bytes.");
    const bytes = readZipped(file.slice(bodyAt, bodyAt + row.packed), row);
    yield { kind: isFolder ? "folder" : "file", path: row.name, bytes };
  }
  if (at !== start) throw new Error("Something is before the table of the zip.");
}

async function readTable(file: Blob): Promise<{ rows: Row[]; start: number }> {
  const end = await viewOf(file.slice(Math.max(0, file.size - endSize)));
  if (end.byteLength < endSize || end.getUint32(0, true) !== signatures.end || end.getUint16(20, true) !== 0)
    throw new Error("The archive ends early, or something follows it.");
  const count = end.getUint16(10, true);
  const [length, start] = [end.getUint32(12, true), end.getUint32(16, true)];
  if (count === 0xffff || start === 0xffffffff) throw new Error("The archive is too large.");
  if (end.getUint32(4, true) !== 0 || end.getUint16(8, true) !== count)
    throw new Error("The archive is one part of several.");
  if (start + length + endSize !== file.size) throw new Error("The table is not at the end.");
  const table = await viewOf(file.slice(start, start + length));
  const rows: Row[] = [];
  let at = 0;
  while (at < length) {
    const { row, size } = readRow(table, at);
    rows.push(row);
    at += size;
  }
  if (rows.length !== count) throw new Error("The table has another number of files.");
  return { rows: rows.sort((one, other) => one.offset - other.offset), start };
}

function readRow(table: DataView<ArrayBuffer>, at: number): { row: Row; size: number } {
  if (table.getUint32(at, true) !== signatures.entry) throw new Error("The table is malformed.");
  const [flags, method] = [table.getUint16(at + 8, true), table.getUint16(at + 10, true)];
  const nameLength = table.getUint16(at + 28, true);
  const extraLength = table.getUint16(at + 30, true);
  if (table.getUint16(at + 32, true) !== 0) throw new Error("A file of the zip has a comment.");
  const nameAt = at + entrySize;
  const name = readName(table, nameAt, nameLength, flags);
  checkExtras(table, nameAt + nameLength, extraLength);
  checkKind(table.getUint32(at + 38, true), name);
  const row = {
    name,
    shared: sharedOf(table, { fieldsAt: at + 8, nameAt, nameLength }),
    method,
    flags,
    checksum: table.getUint32(at + 16, true),
    packed: table.getUint32(at + 20, true),
    size: table.getUint32(at + 24, true),
    offset: table.getUint32(at + 42, true),
  };
  if (flags & ~(flagOf.laterSizes | flagOf.utf8 | flagOf.levels))
    throw new Error("A file of the zip is encrypted or packed in an unknown way.");
  if (method !== 8 && (method !== 0 || row.packed !== row.size))
    throw new Error("A file of the zip is packed in an unknown way.");
  // Only the table says where such bytes end.
  if (method === 0 && flags & flagOf.laterSizes && row.size > 0)
    throw new Error("A file of the zip has no end of its own.");
  return { row, size: entrySize + nameLength + extraLength };
}

function readName(view: DataView<ArrayBuffer>, at: number, length: number, flags: number): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
  if (!(flags & flagOf.utf8) && bytes.some((byte) => byte > 0x7e))
    throw new Error("A name of the zip is in an unknown encoding.");
  return textDecoder.decode(bytes);
}

/** @throws Error for an addition with another name, or other sizes */
function checkExtras(view: DataView, start: number, length: number): void {
  let at = start;
  for (const end = start + length; at < end; at += 4 + view.getUint16(at + 2, true))
    if (at + 4 > end || !harmlessExtras.has(view.getUint16(at, true)))
      throw new Error("A file of the zip has an unknown addition.");
  if (at !== start + length) throw new Error("An addition of the zip is malformed.");
}

/** The upper half is the mode of Unix, where a program wrote one. */
function checkKind(attributes: number, name: string): void {
  const type = (attributes >>> 16) & 0o170000;
  const isFolder = name.endsWith("/");
  const isGood = type === 0 || type === (isFolder ? 0o040000 : 0o100000);
  if (!isGood || (attributes & 0x10 && !isFolder)) throw new Error("The zip has something that is no file.");
}

/** Flags, method and name, in a form that can be compared. */
function sharedOf(
  view: DataView<ArrayBuffer>,
  { fieldsAt, nameAt, nameLength }: { fieldsAt: number; nameAt: number; nameLength: number },
): string {
  const name = new Uint8Array(view.buffer, view.byteOffset + nameAt, nameLength);
  return [view.getUint16(fieldsAt, true), view.getUint16(fieldsAt + 2, true), ...name].join();
}

/** @returns the length of the header before the bytes of a file */
async function readLocalLength(file: Blob, row: Row): Promise<number> {
  const fixed = await viewOf(file.slice(row.offset, row.offset + localSize));
  if (fixed.byteLength < localSize || fixed.getUint32(0, true) !== signatures.local)
    throw new Error("A header of the zip is malformed.");
  const [nameLength, extraLength] = [fixed.getUint16(26, true), fixed.getUint16(28, true)];
  const length = localSize + nameLength + extraLength;
  const header = await viewOf(file.slice(row.offset, row.offset + length));
  if (header.byteLength < length) throw new Error("The archive ends early.");
  const shared = sharedOf(header, { fieldsAt: 6, nameAt: localSize, nameLength });
  const numbers = [14, 18, 22].map((at) => header.getUint32(at, true)).join();
  const isLater = (row.flags & flagOf.laterSizes) !== 0;
  const isGood = numbers === numbersOf(row) || (isLater && numbers === "0,0,0");
  if (shared !== row.shared || !isGood) throw new Error("The zip says two things of a file.");
  checkExtras(header, localSize + nameLength, extraLength);
  return length;
}

const numbersOf = ({ checksum, packed, size }: Row) => [checksum, packed, size].join();

/** @returns the length of the descriptor after the bytes of a file, if its header has no sizes */
async function readDescriptorLength(file: Blob, at: number, row: Row): Promise<number> {
  const view = await viewOf(file.slice(at, at + descriptorSizes.marked));
  const isMarked = view.byteLength >= 4 && view.getUint32(0, true) === signatures.descriptor;
  const start = isMarked ? 4 : 0;
  if (view.byteLength < start + descriptorSizes.plain) throw new Error("The archive ends early.");
  const numbers = [0, 4, 8].map((one) => view.getUint32(start + one, true)).join();
  if (numbers !== numbersOf(row)) throw new Error("The zip says two things of a file.");
  return start + descriptorSizes.plain;
}

async function* readZipped(packed: Blob, { method, size }: Row): AsyncGenerator<Uint8Array> {
  const stream =
    method === 0 ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let read = 0;
  for await (const part of chunksOf(stream)) {
    read += part.length;
    yield part;
  }
  if (read !== size) throw new Error("A file of the zip has another size.");
}

async function viewOf(part: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await part.arrayBuffer());
}
