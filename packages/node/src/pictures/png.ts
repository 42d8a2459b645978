import { crc32 } from "node:zlib";
import type { CleaningPlan, MetadataKind } from "./cleaning-plan.ts";
import { namesPlace, readExif, writeOrientation } from "./exif.ts";
import { pictureLimits } from "./limits.ts";
import type { PictureReader } from "./picture-bytes.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const anyLength = Number.POSITIVE_INFINITY;

/** The chunks that say how the picture looks (PNG, third edition), with the longest data that each may have. */
const shown: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ IHDR: 13, PLTE: 768, IDAT: anyLength, tRNS: 256, bKGD: 6, hIST: 512, pHYs: 9 }),
  ...Object.entries({ cHRM: 32, gAMA: 4, iCCP: anyLength, sBIT: 4, sRGB: 1, cICP: 4, mDCV: 24, cLLI: 8 }),
  ...Object.entries({ acTL: 8, fcTL: 26, fdAT: anyLength }),
]);
const texts: ReadonlySet<string> = new Set(["tEXt", "zTXt", "iTXt"]);

/**
 * Plans a PNG without metadata: the chunks that say how it looks, also as an animation, and the orientation stay.
 *
 * @throws UnreadablePictureError
 */
export async function planPng(reader: PictureReader, plan: CleaningPlan): Promise<void> {
  if (!(await reader.read(0, 8)).equals(signature)) throw new UnreadablePictureError("it is no PNG");
  plan.keep(0, 8);
  let at = 8;
  let hasImage = false;
  let hasExif = false;
  while (true) {
    const head = await reader.readUpTo(at, 8);
    const length = head.length === 8 ? head.readUInt32BE(0) : 0;
    const type = head.toString("latin1", 4, 8);
    const end = at + 12 + length;
    const isCut = head.length < 8 || end > reader.size;
    if (isCut && hasImage) {
      // A download that broke off: browsers show the part that came.
      if (type === "IDAT" || type === "fdAT") plan.keep(at, reader.size);
      return;
    }
    if (isCut) throw new UnreadablePictureError("it breaks off");
    if (!/^[A-Za-z]{4}$/.test(type)) throw new UnreadablePictureError("a part of it has no name");
    if (at === 8 && type !== "IHDR") throw new UnreadablePictureError("it does not begin with its size");
    if (type === "IEND") {
      if (length > 0) throw new UnreadablePictureError("its end has a wrong length");
      plan.keep(at, end);
      if (end < reader.size) plan.remove("appended");
      return;
    }
    hasImage ||= type === "IDAT";
    if (length <= (shown.get(type) ?? -1)) plan.keep(at, end);
    else if (type === "eXIf") {
      const tiff = await reader.read(at + 8, Math.min(length, pictureLimits.metadataBytes));
      const { orientation, kinds } = readExif(tiff);
      const kept = hasExif ? null : writeOrientation(orientation);
      hasExif = true;
      if (kept?.equals(tiff)) plan.keep(at, end);
      else {
        plan.remove(...kinds);
        if (kept) plan.write(writeChunk(type, kept));
      }
    } else if (/^[A-Z]/.test(type)) throw new UnreadablePictureError("a part that it needs is unknown");
    else plan.remove(...(await kindsOf(reader, type, { start: at + 8, length })));
    at = end;
  }
}

async function kindsOf(
  reader: PictureReader,
  type: string,
  { start, length }: { start: number; length: number },
): Promise<MetadataKind[]> {
  if (type === "tIME") return ["camera"];
  if (!texts.has(type)) return ["other"];
  const text = (await reader.read(start, Math.min(length, pictureLimits.metadataBytes))).toString("latin1");
  // ImageMagick and libvips write the Exif block of another format as text, perhaps compressed.
  if (/^Raw profile type (?:exif|APP1)\0/.test(text)) return ["location", "camera"];
  return namesPlace(text) ? ["location", "text"] : ["text"];
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
