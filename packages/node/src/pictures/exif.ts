import type { MetadataKind } from "./cleaning-plan.ts";

/** Tags of Exif 2.32 that are read; everything else is removed unread. */
const tags = { orientation: 0x0112, gps: 0x8825 } as const;
/** Tags of the directory of a place: latitudes and longitudes, of the camera and the subject, and a place in words. */
const placeTags: ReadonlySet<number> = new Set([0x02, 0x04, 0x14, 0x16, 0x1b, 0x1c]);
const entryBytes = 12;
const shortType = 3;

/** The contents of an Exif block that matter here. */
export interface ExifFacts {
  /** How the picture is turned, from 1 (upright) to 8. */
  readonly orientation: number;
  readonly kinds: readonly MetadataKind[];
}

/**
 * Reads how a picture is turned, and which kinds of data an Exif block holds. It follows no pointer but two, so it ends.
 *
 * @param tiff the block from its byte order on
 * @returns for a damaged block what can be read of it; it may then hold a location
 */
export function readExif(tiff: Uint8Array): ExifFacts {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const damaged: ExifFacts = { orientation: 1, kinds: ["location", "camera"] };
  if (tiff.length < 8) return tiff.length === 0 ? { orientation: 1, kinds: [] } : damaged;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return damaged;
  const isLittle = order === 0x4949;
  const entries = listEntries(view, view.getUint32(4, isLittle), isLittle);
  if (entries === null) return damaged;
  const kinds: MetadataKind[] = [];
  let orientation = 1;
  for (const { tag, type, at } of entries.list) {
    if (tag === tags.orientation) {
      const value = type === shortType ? view.getUint16(at + 8, isLittle) : 1;
      orientation = value >= 1 && value <= 8 ? value : 1;
    } else if (tag === tags.gps) {
      const place = listEntries(view, view.getUint32(at + 8, isLittle), isLittle);
      if (place === null || place.list.some((one) => placeTags.has(one.tag))) kinds.push("location");
      kinds.push("camera");
    } else kinds.push("camera");
  }
  if (entries.next !== 0) kinds.push("preview");
  return { orientation, kinds: [...new Set(kinds)] };
}

/** The entries of a directory; null where it does not fit into the block. */
function listEntries(view: DataView, start: number, isLittle: boolean) {
  if (start < 8 || start + 2 > view.byteLength) return null;
  const count = view.getUint16(start, isLittle);
  const end = start + 2 + count * entryBytes;
  if (end > view.byteLength) return null;
  const list = Array.from({ length: count }, (_, index) => {
    const at = start + 2 + index * entryBytes;
    return { at, tag: view.getUint16(at, isLittle), type: view.getUint16(at + 2, isLittle) };
  });
  return { list, next: end + 4 <= view.byteLength ? view.getUint32(end, isLittle) : 0 };
}

/** An Exif block with the orientation of the picture only; null for an upright one, which needs none. */
export function writeOrientation(orientation: number): Buffer | null {
  if (orientation === 1) return null;
  const tiff = Buffer.from("4d4d002a00000008000101120003000000010001000000000000", "hex");
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** Whether an XMP packet, or another text that holds metadata, names a place. */
export function namesPlace(text: string): boolean {
  return /GPSL(?:at|ong)itude|photoshop:City|Iptc4xmp(?:Core|Ext):(?:Location|City)/.test(text);
}
