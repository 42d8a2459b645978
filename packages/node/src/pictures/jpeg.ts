import type { CleaningPlan, MetadataKind } from "./cleaning-plan.ts";
import { namesPlace, readExif, writeOrientation } from "./exif.ts";
import type { PictureReader } from "./picture-bytes.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

/** Markers of ITU-T T.81, table B.1. */
const marker = { startOfScan: 0xda, end: 0xd9, app0: 0xe0, app15: 0xef, comment: 0xfe } as const;

/** Tables, frame headers and the restart interval: a decoder needs them. */
const isNeeded = (code: number) =>
  (code >= 0xc0 && code <= 0xcf && code !== 0xc8) || (code >= 0xdb && code <= 0xdd);
/** Markers without a length. */
const isBare = (code: number) => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

const names = {
  exif: "Exif\0\0",
  xmp: "http://ns.adobe.com/xap/1.0/\0",
  longXmp: "http://ns.adobe.com/xmp/extension/\0",
  icc: "ICC_PROFILE\0",
  adobe: "Adobe",
  jfif: "JFIF\0",
  jfxx: "JFXX\0",
  several: "MPF\0",
  photoshop: "Photoshop 3.0\0",
} as const;

/**
 * Plans a JPEG without metadata: JFIF without its thumbnail, the colour profile, Adobe's colour transform and an Exif block
 * with the orientation alone stay, and nothing after the end of the image.
 *
 * @throws UnreadablePictureError
 */
export async function planJpeg(
  reader: PictureReader,
  plan: CleaningPlan,
  { headOnly = false } = {},
): Promise<void> {
  if ((await reader.read(0, 2)).readUInt16BE(0) !== 0xffd8) throw new UnreadablePictureError("it is no JPEG");
  plan.keep(0, 2);
  let at = 2;
  let hasScan = false;
  let hasExif = false;
  while (true) {
    const found = await findMarker(reader, at);
    if (found === null) {
      if (!hasScan) throw new UnreadablePictureError("it has no image");
      // A download that broke off: browsers show the part that came.
      return;
    }
    if (found.start > at && (await reader.hasContent(at, found.start))) plan.remove("other");
    const { code, start } = found;
    at = start + 2;
    if (code === marker.end) {
      if (!hasScan) throw new UnreadablePictureError("it has no image");
      plan.keep(start, at);
      if (at < reader.size) plan.remove("appended");
      return;
    }
    if (isBare(code)) {
      plan.count();
      continue;
    }
    const isApp = code >= marker.app0 && code <= marker.app15;
    if (!isNeeded(code) && !isApp && code !== marker.startOfScan && code !== marker.comment)
      throw new UnreadablePictureError("it has a part that is unknown");
    const length = (await reader.read(at, 2)).readUInt16BE(0);
    if (length < 2) throw new UnreadablePictureError("a part of it has a wrong length");
    const end = at + length;
    if (end > reader.size) throw new UnreadablePictureError("it breaks off");
    if (code === marker.startOfScan) {
      if (headOnly) return;
      hasScan = true;
      const scanEnd = await findScanEnd(reader, end);
      plan.keep(start, scanEnd);
      at = scanEnd;
      continue;
    }
    if (isNeeded(code)) plan.keep(start, end);
    else if (code === marker.comment) plan.remove("text");
    else hasExif = cleanApp(plan, code, await reader.read(at + 2, length - 2), { start, end, hasExif });
    at = end;
  }
}

/** The first Exif block counts. @returns whether there was one */
function cleanApp(
  plan: CleaningPlan,
  code: number,
  data: Buffer,
  { start, end, hasExif }: { start: number; end: number; hasExif: boolean },
): boolean {
  const isNamed = (name: string) => data.subarray(0, name.length).equals(Buffer.from(name, "latin1"));
  const app = code - marker.app0;
  if (app === 0 && isNamed(names.jfif) && data.length >= 14) keepJfif(plan, data, { start, end });
  else if (app === 2 && isNamed(names.icc)) plan.keep(start, end);
  else if (app === 14 && isNamed(names.adobe) && data.length === 12) plan.keep(start, end);
  else if (app === 1 && isNamed(names.exif)) {
    const tiff = data.subarray(names.exif.length);
    const { orientation, kinds } = readExif(tiff);
    const kept = hasExif ? null : writeOrientation(orientation);
    if (kept?.equals(tiff)) plan.keep(start, end);
    else {
      plan.remove(...kinds);
      if (kept) plan.write(writeSegment(code, Buffer.concat([Buffer.from(names.exif), kept])));
    }
    return true;
  } else plan.remove(...kindsOf(isNamed, data));
  return hasExif;
}

/** JFIF with a thumbnail is written without it. */
function keepJfif(plan: CleaningPlan, data: Buffer, { start, end }: { start: number; end: number }): void {
  if (data.length === 14 && data[12] === 0 && data[13] === 0) {
    plan.keep(start, end);
    return;
  }
  plan.remove("preview");
  plan.write(writeSegment(marker.app0, Buffer.concat([data.subarray(0, 12), Buffer.alloc(2)])));
}

function kindsOf(isNamed: (name: string) => boolean, data: Buffer): MetadataKind[] {
  if (isNamed(names.jfxx) || isNamed(names.several)) return ["preview"];
  if (isNamed(names.photoshop)) return ["text"];
  if (isNamed(names.xmp) || isNamed(names.longXmp))
    return namesPlace(data.toString("latin1")) ? ["location", "text"] : ["text"];
  return ["other"];
}

function writeSegment(code: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** The next marker; bytes before it are not part of the image. */
async function findMarker(
  reader: PictureReader,
  from: number,
): Promise<{ code: number; start: number } | null> {
  const start = await findPair(reader, from, (code) => code !== 0 && code !== 0xff);
  const [, code] = await reader.readUpTo(start, 2);
  return code === undefined ? null : { code, start };
}

/** The end of the coded image after the header of a scan: the next marker that is not a restart. */
async function findScanEnd(reader: PictureReader, from: number): Promise<number> {
  const isEnd = (code: number) => code !== 0 && code !== 0xff && !(code >= 0xd0 && code <= 0xd7);
  return await findPair(reader, from, isEnd);
}

/** The position of the next 0xff that is followed by such a byte; the size of the picture without one. */
async function findPair(
  reader: PictureReader,
  from: number,
  isWanted: (code: number) => boolean,
): Promise<number> {
  let at = from;
  while (at + 1 < reader.size) {
    // Two bytes at the least, so that no pair is cut.
    await reader.readUpTo(at, 2);
    const window = await reader.windowAt(at);
    // Calls of `indexOf` would take long where each byte is 0xff.
    for (let index = 0; index + 1 < window.length; index += 1)
      if (window[index] === 0xff && isWanted(window[index + 1] as number)) return at + index;
    // The last byte is the first of the next window.
    at += window.length - 1;
  }
  return reader.size;
}
