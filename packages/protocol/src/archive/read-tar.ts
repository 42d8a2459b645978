import { type ByteSource, createByteSource } from "./byte-source.ts";
import { type PaxFields, parsePaxRecords } from "./pax-records.ts";
import { block, decodeName, parseTarHeader, TarError, type TarHeader, type TarKind } from "./tar-header.ts";

/** An entry of a tar file. Read its bytes before asking for the next one. */
export interface TarEntry {
  readonly kind: TarKind;
  /** As written in the archive: it may lead anywhere. */
  readonly path: string;
  /** The target of a link; empty for others. */
  readonly link: string;
  /** Bytes. */
  readonly size: number;
  /** Whether a header before that of the entry changed something. */
  readonly isExtended: boolean;
  readonly bytes: AsyncIterable<Uint8Array>;
}

const kinds: Readonly<Record<string, TarKind>> = {
  "0": "file",
  "1": "hardlink",
  "2": "symlink",
  "3": "device",
  "4": "device",
  "5": "folder",
  "6": "device",
  "7": "file",
};

// Longer than any header of a real archive.
const extensionBytes = 64 * 1024;

// The first size that does not fit into octal digits.
const largeSize = 8 ** 11;

/** The headers that precede an entry and describe it. */
interface Pending {
  pax: PaxFields | null;
  path: string | null;
  link: string | null;
}

/**
 * The entries of a tar file (ustar, pax, GNU) in bounded memory. It refuses what two programs could read in two ways: headers
 * that contradict each other, global headers that name files, unknown extensions, and bytes after the end.
 *
 * @throws TarError
 */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = createByteSource(stream);
  try {
    yield* readEntries(source);
  } finally {
    await source.close();
  }
}

async function* readEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  let pending: Pending = { pax: null, path: null, link: null };
  let hasGlobal = false;
  for (;;) {
    const bytes = await source.exactly(block);
    if (bytes === null) throw new TarError("unexpected end of data");
    const isPending = pending.pax !== null || pending.path !== null || pending.link !== null;
    if (bytes.every((byte) => byte === 0)) {
      if (isPending) throw new TarError("invalid tar header: one has no entry");
      return await requireEnd(source);
    }
    const header = parseTarHeader(bytes);
    if (header.type === "g" && !isPending) {
      requireNoFields(parsePaxRecords(await readExtension(source, header)));
      hasGlobal = true;
    } else if (header.type === "x" && !isPending) {
      pending.pax = parsePaxRecords(await readExtension(source, header));
    } else if (header.type === "L" && pending.pax === null && pending.path === null) {
      pending.path = readLongName(await readExtension(source, header));
    } else if (header.type === "K" && pending.pax === null && pending.link === null) {
      pending.link = readLongName(await readExtension(source, header));
    } else {
      const entry = describeEntry(header, pending);
      pending = { pax: null, path: null, link: null };
      const body = { left: entry.size };
      yield { ...entry, isExtended: isPending || hasGlobal, bytes: readBody(source, body) };
      // The caller may have read a part of it.
      for await (const _part of readBody(source, body));
      await skipPadding(source, entry.size);
    }
  }
}

function describeEntry(header: TarHeader, { pax, path, link }: Pending) {
  const kind = kinds[header.type];
  if (kind === undefined)
    throw new TarError(`invalid tar header: the type ${JSON.stringify(header.type)} is not read here`);
  const size = pax?.size ?? header.size;
  // Readers differ in which of two sizes they follow; only a size that does not fit the header is in both.
  if (size !== header.size && size < largeSize)
    throw new TarError("invalid tar header: an entry has two sizes");
  if (kind !== "file" && size !== 0)
    throw new TarError("invalid tar header: an entry that is not a file has bytes");
  const name = pax?.path ?? path ?? header.name;
  if (name === "") throw new TarError("invalid tar header: a name is empty");
  if (kind !== "folder" && name.endsWith("/"))
    throw new TarError("invalid tar header: a file has the name of a folder");
  const isLink = kind === "symlink" || kind === "hardlink";
  if (!isLink && (link !== null || pax?.linkpath !== undefined))
    throw new TarError("invalid tar header: an entry that is not a link has a target");
  return { kind, path: name, link: isLink ? (pax?.linkpath ?? link ?? header.link) : "", size };
}

async function readExtension(source: ByteSource, { size }: TarHeader): Promise<Uint8Array> {
  if (size > extensionBytes) throw new TarError("invalid tar header: one is too long");
  const body = await source.exactly(size);
  if (body === null) throw new TarError("unexpected end of data");
  await skipPadding(source, size);
  return body;
}

/** A name of GNU tar: it ends with NUL. */
function readLongName(body: Uint8Array): string {
  const name = decodeName(body).replace(/(?<!\0)\0+$/, "");
  if (name === "" || name.includes("\0")) throw new TarError("invalid tar header: a name is malformed");
  return name;
}

function requireNoFields(fields: PaxFields): void {
  if (Object.keys(fields).length > 0)
    throw new TarError("invalid tar header: one for all files names one of them");
}

async function* readBody(source: ByteSource, body: { left: number }): AsyncGenerator<Uint8Array> {
  while (body.left > 0) {
    const part = await source.some(body.left);
    if (part === null) throw new TarError("unexpected end of data");
    body.left -= part.length;
    yield part;
  }
}

async function skipPadding(source: ByteSource, size: number): Promise<void> {
  const padding = (block - (size % block)) % block;
  if (padding > 0 && (await source.exactly(padding)) === null) throw new TarError("unexpected end of data");
}

/** Two empty blocks end the file: some programs read on after one, and some after both. */
async function requireEnd(source: ByteSource): Promise<void> {
  const second = await source.exactly(block);
  if (second === null) throw new TarError("unexpected end of data");
  for (
    let part: Uint8Array | null = second;
    part !== null;
    part = await source.some(Number.POSITIVE_INFINITY)
  )
    if (part.some((byte) => byte !== 0)) throw new TarError("invalid tar header: bytes follow the end");
}
