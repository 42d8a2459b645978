export const block = 512;
const numbers = { checksum: [148, 8], size: [124, 12] } as const;

/** The kind of an entry by its type flag. Other flags change how the bytes after the header are read. */
export type TarKind = "file" | "folder" | "symlink" | "hardlink" | "device";

/** A header of a tar file. */
export interface TarHeader {
  /** The type flag, `0` for a plain file. */
  readonly type: string;
  readonly name: string;
  readonly link: string;
  /** Bytes that follow, without padding. */
  readonly size: number;
}

/** A defect of a tar file. Its message is a sentence part, in English. */
export class TarError extends Error {}

/**
 * Reads a header as GNU tar and libarchive do.
 *
 * @param header 512 bytes
 * @throws TarError for a wrong checksum, an invalid number, and the format without the mark `ustar`
 */
export function parseTarHeader(header: Uint8Array): TarHeader {
  if (readOctal(header, ...numbers.checksum) !== sumOf(header))
    throw new TarError("invalid tar header: a checksum is wrong");
  const magic = decodeLatin1(header.subarray(257, 265));
  const isPosix = magic.startsWith("ustar\0");
  if (!isPosix && magic !== "ustar  \0") throw new TarError("invalid tar header: the format is unknown");
  const name = readText(header, 0, 100);
  // GNU tar has times in this place of its own format.
  const prefix = isPosix ? readText(header, 345, 155) : "";
  return {
    type: String.fromCharCode(header[156] || 0x30),
    name: prefix === "" ? name : `${prefix}/${name}`,
    link: readText(header, 157, 100),
    size: readSize(header),
  };
}

/** Up to the first NUL, as every reader takes it. */
function readText(header: Uint8Array, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return decodeName(end === -1 ? field : field.subarray(0, end));
}

/** Octal digits, or for 8 GiB and more a number in base 256. */
function readSize(header: Uint8Array): number {
  const [start, length] = numbers.size;
  const field = header.subarray(start, start + length);
  const size =
    field[0] === 0x80
      ? field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0)
      : readOctal(header, start, length);
  if (!Number.isSafeInteger(size)) throw new TarError("invalid tar header: a size is not a number");
  return size;
}

/** @returns NaN for anything but octal digits between spaces and NULs */
function readOctal(header: Uint8Array, start: number, length: number): number {
  const [, digits] = /^ *([0-7]+)[\0 ]*$/.exec(decodeLatin1(header.subarray(start, start + length))) ?? [];
  return digits === undefined ? Number.NaN : Number.parseInt(digits, 8);
}

/** The sum of all bytes, with spaces in place of the sum itself. */
function sumOf(header: Uint8Array): number {
  const [start, length] = numbers.checksum;
  return header.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte), 0);
}

/** A name byte for byte: a mark at its beginning is a part of it. */
export function decodeName(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function decodeLatin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
