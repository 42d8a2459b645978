import type { PictureReader } from "../picture-bytes.ts";
import { UnreadablePictureError } from "../unreadable-picture.ts";

/** A box of ISO/IEC 14496-12; positions in the file, or in the box that it was read from. */
export interface Box {
  readonly type: string;
  /** The position of its size. */
  readonly start: number;
  /** The position of its contents. */
  readonly body: number;
  readonly end: number;
}

/** A range from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Reads the head of a box of the file. @throws UnreadablePictureError */
export async function readBox(reader: PictureReader, start: number): Promise<Box> {
  return parseBox(await reader.readUpTo(start, 16), { start, end: reader.size });
}

/** The boxes inside another one. @throws UnreadablePictureError */
export function listBoxes(bytes: Buffer, { start, end }: Range): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const box = parseBox(bytes.subarray(at, at + 16), { start: at, end });
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** @param range.end the end of the enclosing box or file */
function parseBox(head: Buffer, { start, end }: Range): Box {
  if (head.length < 8) throw new UnreadablePictureError("it breaks off");
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  if (isLong && head.length < 16) throw new UnreadablePictureError("it breaks off");
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - start : short;
  const body = start + (isLong ? 16 : 8);
  if (start + size < body || start + size > end) throw new UnreadablePictureError("a box has a wrong length");
  return { type: head.toString("latin1", 4, 8), start, body, end: start + size };
}

/** Reads numbers of a box one after the other. */
export class BoxReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  at: number;

  constructor(bytes: Buffer, { body, end }: Pick<Box, "body" | "end">) {
    this.#bytes = bytes;
    this.#end = end;
    this.at = body;
  }

  /** A whole number with this length in bytes: 0, 1, 2, 3, 4 or 8. @throws UnreadablePictureError at the end of the box */
  number(size: number): number {
    const at = this.skip(size);
    if (size === 0) return 0;
    const value = size === 8 ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUIntBE(at, size);
    if (!Number.isSafeInteger(value)) throw new UnreadablePictureError("a number in it is too large");
    return value;
  }

  /** A name of four letters. */
  name(): string {
    const at = this.skip(4);
    return this.#bytes.toString("latin1", at, at + 4);
  }

  /** A text up to its zero, or to the end of the box. */
  text(): string {
    const zero = this.#bytes.indexOf(0, this.at);
    const end = zero === -1 || zero >= this.#end ? this.#end : zero;
    const text = this.#bytes.toString("latin1", this.at, end);
    this.at = Math.min(end + 1, this.#end);
    return text;
  }

  /** @returns the position before */
  skip(size: number): number {
    const { at } = this;
    if (at + size > this.#end) throw new UnreadablePictureError("a box breaks off");
    this.at += size;
    return at;
  }
}
