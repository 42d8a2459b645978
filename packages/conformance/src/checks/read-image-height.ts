/** The height of a PNG, GIF, JPEG or WebP in pixels, as its header says it; null for anything else. */
export function readImageHeight(bytes: Buffer): number | null {
  const begins = (text: string, at = 0) => bytes.subarray(at, at + text.length).toString("latin1") === text;
  if (bytes.length < 30) return null;
  if (begins("\x89PNG")) return bytes.readUInt32BE(20);
  if (begins("GIF8")) return bytes.readUInt16LE(8);
  if (begins("\xff\xd8")) return heightOfJpeg(bytes);
  if (!begins("WEBP", 8)) return null;
  if (begins("VP8 ", 12)) return bytes.readUInt16LE(28) & 0x3fff;
  if (begins("VP8L", 12)) return 1 + ((bytes.readUInt32LE(21) >> 14) & 0x3fff);
  return begins("VP8X", 12) ? 1 + bytes.readUIntLE(27, 3) : null;
}

function heightOfJpeg(bytes: Buffer): number | null {
  let offset = 2;
  while (offset + 9 < bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0;
    // Frame headers: 0xc0 to 0xcf without the tables and extensions among them.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(offset + 5);
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return null;
}
