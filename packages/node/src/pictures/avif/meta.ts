import type { CleaningPlan, MetadataKind } from "../cleaning-plan.ts";
import { namesPlace, readExif } from "../exif.ts";
import { pictureLimits } from "../limits.ts";
import type { PictureReader } from "../picture-bytes.ts";
import { UnreadablePictureError } from "../unreadable-picture.ts";
import { type Box, BoxReader, listBoxes } from "./boxes.ts";
import { type Item, parseExtents, parseItems, parseThumbnails, readVersion } from "./items.ts";
import type { WrittenRange } from "./ranges.ts";

/** Items that make the image: coded pictures, and how they are put together. */
const images: ReadonlySet<string> = new Set(["av01", "grid", "iovl", "iden", "tmap", "sato"]);
const directories: ReadonlySet<string> = new Set([
  "hdlr",
  "pitm",
  "iloc",
  "iinf",
  "iprp",
  "iref",
  "idat",
  "dinf",
  "grpl",
]);
/** Properties that say how an image is decoded and shown. Others are texts, times, or unknown to browsers. */
const properties: ReadonlySet<string> = new Set([
  "ispe",
  "pixi",
  "av1C",
  "colr",
  "pasp",
  "clap",
  "irot",
  "imir",
  "auxC",
  "rloc",
  "lsel",
  "a1op",
  "a1lx",
  "clli",
  "mdcv",
  "amve",
  "cclv",
  "ndwt",
]);

// An Exif block without an entry, after the position of its beginning.
const emptyExif = Buffer.from("000000004d4d002a00000008000000000000", "hex");
const emptyXmp = Buffer.from("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");

/**
 * Cleans the directory of a picture in place.
 *
 * @param meta the box `meta`
 * @returns the ranges of the file that are kept outside of the directory, and the bytes that replace metadata there
 * @throws UnreadablePictureError
 */
export async function cleanMeta(
  reader: PictureReader,
  plan: CleaningPlan,
  meta: Buffer,
): Promise<WrittenRange[]> {
  const [outer] = listBoxes(meta, { start: 0, end: meta.length });
  if (!outer) throw new UnreadablePictureError("it has no directory");
  const boxes = listBoxes(meta, { start: outer.body + 4, end: outer.end });
  const one = (type: string) => {
    const [found, second] = boxes.filter((box) => box.type === type);
    if (second) throw new UnreadablePictureError("a part of its directory is there twice");
    return found;
  };
  const [list, places, references, inside] = ["iinf", "iloc", "iref", "idat"].map(one);
  if (!list || !places) throw new UnreadablePictureError("its directory has no items");
  const items = parseItems(meta, list);
  const thumbnails = references ? parseThumbnails(meta, references) : { ids: new Set<number>(), boxes: [] };
  const kept: WrittenRange[] = [];
  let left: number = pictureLimits.boxBytes;
  for (const extent of parseExtents(meta, places)) {
    const item = items.get(extent.itemId);
    const isThumbnail = thumbnails.ids.has(extent.itemId);
    const isImage = item !== undefined && images.has(item.type) && !isThumbnail;
    if (extent.inBox && !inside) throw new UnreadablePictureError("an item lies in a box that is missing");
    const start = extent.start + (extent.inBox ? (inside?.body ?? 0) : 0);
    const most = extent.inBox ? (inside?.end ?? 0) : reader.size;
    const end = extent.length === 0 ? most : start + extent.length;
    if (end > most || start > end) throw new UnreadablePictureError("it breaks off");
    if (isImage) {
      if (!extent.inBox) kept.push({ start, end, bytes: null });
      continue;
    }
    left -= end - start;
    if (left < 0) throw new UnreadablePictureError("its metadata is too long");
    const bytes = extent.inBox
      ? meta.subarray(start, end)
      : Buffer.from(await reader.read(start, end - start));
    const blank = blankItem(plan, item, { isThumbnail }, bytes);
    if (extent.inBox) blank?.copy(meta, start);
    else kept.push({ start, end, bytes: blank ?? bytes });
  }
  for (const box of thumbnails.boxes) meta.write("free", box.start + 4, "latin1");
  for (const id of thumbnails.ids) {
    const item = items.get(id);
    if (item) meta.write("free", item.typeAt, "latin1");
  }
  for (const box of boxes) if (!directories.has(box.type)) blankBox(plan, meta, box);
  const shared = one("iprp");
  if (shared) cleanProperties(plan, meta, shared);
  return kept;
}

/** Empty bytes of the same length, for an item that is not an image; null if it is empty already. */
function blankItem(
  plan: CleaningPlan,
  item: Item | undefined,
  { isThumbnail }: { isThumbnail: boolean },
  bytes: Buffer,
): Buffer | null {
  const blank = Buffer.alloc(bytes.length);
  let kinds: MetadataKind[] = [isThumbnail ? "preview" : "other"];
  if (item?.type === "Exif") {
    if (bytes.length >= emptyExif.length) emptyExif.copy(blank);
    kinds = bytes.length > 4 ? [...readExif(bytes.subarray(4 + bytes.readUInt32BE(0))).kinds] : [];
    if (kinds.length === 0) kinds = ["camera"];
  } else if (item?.type === "mime") {
    blank.fill(0x20);
    if (bytes.length >= emptyXmp.length) emptyXmp.copy(blank);
    kinds = namesPlace(bytes.toString("latin1")) ? ["location", "text"] : ["text"];
  }
  if (blank.equals(bytes)) return null;
  plan.remove(...kinds);
  return blank;
}

/** The number of each property stays, so those that go become empty ones. */
function cleanProperties(plan: CleaningPlan, meta: Buffer, shared: Box): void {
  for (const box of listBoxes(meta, { start: shared.body, end: shared.end })) {
    if (box.type !== "ipco") continue;
    for (const property of listBoxes(meta, { start: box.body, end: box.end }))
      if (!properties.has(property.type)) blankBox(plan, meta, property);
  }
}

/** Makes a box of a directory one that says nothing, of the same length. */
export function blankBox(plan: CleaningPlan, bytes: Buffer, box: Box): void {
  const body = bytes.subarray(box.body, box.end);
  if (body.some((byte) => byte !== 0)) {
    const text = body.toString("latin1");
    plan.remove(...(namesPlace(text) || /\xa9xyz|loci/.test(text) ? (["location"] as const) : []), "text");
  }
  bytes.write("free", box.start + 4, "latin1");
  body.fill(0);
}

/** Sets the times of a box with a version to zero: `mvhd`, `tkhd` and `mdhd`. */
export function blankTimes(plan: CleaningPlan, bytes: Buffer, box: Box): void {
  const reader = new BoxReader(bytes, box);
  const { version } = readVersion(reader);
  const length = version === 1 ? 16 : 8;
  const at = reader.skip(length);
  const times = bytes.subarray(at, at + length);
  if (times.every((byte) => byte === 0)) return;
  plan.remove("camera");
  times.fill(0);
}
