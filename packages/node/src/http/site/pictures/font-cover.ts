import { closeSync, openSync, readSync } from "node:fs";

/**
 * Reads which characters a font has a shape for, from the table `cmap` of its file (OpenType).
 *
 * @param path a TrueType file of this program
 * @returns code points
 * @throws Error for a file that is none
 */
export function readFontCover(path: string): number[] {
  const table = readTable(path, "cmap");
  const offsets = Array.from({ length: table.readUInt16BE(2) }, (_, at) => table.readUInt32BE(8 + at * 8));
  const maps = [...new Set(offsets)].map((offset) => table.subarray(offset));
  // Format 12 has all characters, and format 4 those of the basic plane.
  const whole = maps.find((map) => map.readUInt16BE(0) === 12);
  const basic = maps.find((map) => map.readUInt16BE(0) === 4);
  if (whole) return coverOfGroups(whole);
  if (basic) return coverOfSegments(basic);
  throw new Error(`${path} has no characters.`);
}

function readTable(path: string, name: string): Buffer {
  const file = openSync(path, "r");
  try {
    const read = (position: number, length: number) => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, position);
      return bytes;
    };
    const count = read(4, 2).readUInt16BE();
    const list = read(12, count * 16);
    for (let at = 0; at < list.length; at += 16)
      if (list.toString("latin1", at, at + 4) === name)
        return read(list.readUInt32BE(at + 8), list.readUInt32BE(at + 12));
    throw new Error(`${path} has no table ${name}.`);
  } finally {
    closeSync(file);
  }
}

function coverOfGroups(map: Buffer): number[] {
  const count = map.readUInt32BE(12);
  return Array.from({ length: count }, (_, index) => 16 + index * 12).flatMap((at) =>
    listFrom(map.readUInt32BE(at), map.readUInt32BE(at + 4)),
  );
}

function coverOfSegments(map: Buffer): number[] {
  const twice = map.readUInt16BE(6);
  const [ends, starts] = [14, 16 + twice];
  const [deltas, offsets] = [starts + twice, starts + 2 * twice];
  const segments = Array.from({ length: twice / 2 }, (_, index) => index * 2);
  return segments.flatMap((at) => {
    const start = map.readUInt16BE(starts + at);
    const offset = map.readUInt16BE(offsets + at);
    const delta = map.readUInt16BE(deltas + at);
    return listFrom(start, Math.min(map.readUInt16BE(ends + at), 0xfffe)).filter((code) => {
      if (offset === 0) return (code + delta) % 0x10000 !== 0;
      return map.readUInt16BE(offsets + at + offset + (code - start) * 2) !== 0;
    });
  });
}

const listFrom = (start: number, end: number): number[] =>
  Array.from({ length: Math.max(0, end - start + 1) }, (_, index) => start + index);
