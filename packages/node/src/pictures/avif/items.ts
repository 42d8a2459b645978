import { pictureLimits } from "../limits.ts";
import { UnreadablePictureError } from "../unreadable-picture.ts";
import { type Box, BoxReader, listBoxes } from "./boxes.ts";

/** An item of a picture: an image, a part of one, or metadata. */
export interface Item {
  readonly type: string;
  /** The media type of an item of the type `mime`. */
  readonly mediaType: string;
  /** The position of its type in the box. */
  readonly typeAt: number;
}

/** A place of an item's bytes. A length of 0: to the end. */
export interface Extent {
  readonly itemId: number;
  /** Whether it lies in the box `idat`; else in the file. */
  readonly inBox: boolean;
  readonly start: number;
  readonly length: number;
}

/** Parses the list of items (`iinf`). @throws UnreadablePictureError */
export function parseItems(bytes: Buffer, box: Box): Map<number, Item> {
  const reader = new BoxReader(bytes, box);
  const { version } = readVersion(reader);
  const count = reader.number(version === 0 ? 2 : 4);
  if (count > pictureLimits.extents) throw tooMany();
  const items = new Map<number, Item>();
  for (const entry of listBoxes(bytes, { start: reader.at, end: box.end })) {
    if (entry.type !== "infe") continue;
    if (items.size >= pictureLimits.extents) throw tooMany();
    const inner = new BoxReader(bytes, entry);
    const { version: form } = readVersion(inner);
    if (form < 2) throw new UnreadablePictureError("its items have an old form");
    const id = inner.number(form === 2 ? 2 : 4);
    inner.skip(2);
    const typeAt = inner.at;
    const type = inner.name();
    inner.text();
    items.set(id, { type, typeAt, mediaType: type === "mime" ? inner.text() : "" });
  }
  return items;
}

/** Parses where items lie (`iloc`). @throws UnreadablePictureError */
export function parseExtents(bytes: Buffer, box: Box): Extent[] {
  const reader = new BoxReader(bytes, box);
  const { version } = readVersion(reader);
  if (version > 2) throw new UnreadablePictureError("its places have an unknown form");
  const sizes = reader.number(2);
  const [offset, length, base, index] = [12, 8, 4, 0].map((shift) => sizeOf((sizes >> shift) & 15)) as [
    number,
    number,
    number,
    number,
  ];
  const count = reader.number(version < 2 ? 2 : 4);
  const extents: Extent[] = [];
  for (let item = 0; item < count; item += 1) {
    const itemId = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    if (method > 1) throw new UnreadablePictureError("an item lies inside another one");
    const source = reader.number(2);
    if (source !== 0) throw new UnreadablePictureError("an item lies in another file");
    const from = reader.number(base);
    const parts = reader.number(2);
    if (extents.length + parts > pictureLimits.extents) throw tooMany();
    for (let part = 0; part < parts; part += 1) {
      if (version > 0) reader.skip(index);
      const start = from + reader.number(offset);
      extents.push({ itemId, inBox: method === 1, start, length: reader.number(length) });
    }
  }
  return extents;
}

function sizeOf(size: number): number {
  if (size === 0 || size === 4 || size === 8) return size;
  throw new UnreadablePictureError("its places have an unknown form");
}

/** The items that are thumbnails of others, and the names of the references that say so (`iref`). @throws UnreadablePictureError */
export function parseThumbnails(bytes: Buffer, box: Box): { ids: Set<number>; boxes: Box[] } {
  const outer = new BoxReader(bytes, box);
  const { version } = readVersion(outer);
  const boxes = listBoxes(bytes, { start: outer.at, end: box.end }).filter(({ type }) => type === "thmb");
  const ids = boxes.map((one) => new BoxReader(bytes, one).number(version === 0 ? 2 : 4));
  return { ids: new Set(ids), boxes };
}

/** Version and flags of a full box. */
export function readVersion(reader: BoxReader): { version: number; flags: number } {
  return { version: reader.number(1), flags: reader.number(3) };
}

function tooMany(): UnreadablePictureError {
  return new UnreadablePictureError("it has too many parts");
}
