import type { CleaningPlan } from "./cleaning-plan.ts";
import { namesPlace, readExif, writeOrientation } from "./exif.ts";
import { pictureLimits } from "./limits.ts";
import type { PictureReader } from "./picture-bytes.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";

/** Flags of the chunk VP8X (RFC 9649, section 2.7). */
const flag = { exif: 0x08, xmp: 0x04 } as const;
const shown: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "ALPH", "ANIM", "ICCP"]);
const shownInFrames: ReadonlySet<string> = new Set(["VP8 ", "VP8L", "ALPH"]);
// The bytes before the chunks of a frame.
const frameHeadBytes = 16;

interface Chunk {
  readonly type: string;
  /** The position of its name. */
  readonly start: number;
  /** The position of its data. */
  readonly data: number;
  readonly length: number;
  /** After its padding. */
  readonly end: number;
}

/**
 * Plans a WebP without metadata: image, animation, transparency, colour profile and orientation stay, and the sizes and
 * flags say so.
 *
 * @throws UnreadablePictureError
 */
export async function planWebp(reader: PictureReader, plan: CleaningPlan): Promise<void> {
  const head = Buffer.from(await reader.read(0, 12));
  if (head.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8) !== "WEBP")
    throw new UnreadablePictureError("it is no WebP");
  const riffEnd = 8 + head.readUInt32LE(4);
  if (riffEnd > reader.size + 1) throw new UnreadablePictureError("it breaks off");
  const end = Math.min(riffEnd, reader.size);
  plan.write(head);
  let canvas: Buffer | null = null;
  let hasImage = false;
  let hasExif = false;
  for await (const chunk of listChunks(reader, 12, end, plan)) {
    const { type, start, data, length } = chunk;
    if (type === "VP8X" && canvas === null && length === 10) {
      canvas = Buffer.from(await reader.read(start, 18));
      canvas.writeUInt8(canvas.readUInt8(8) & ~(flag.exif | flag.xmp), 8);
      plan.write(canvas);
    } else if (type === "ANMF") {
      hasImage = true;
      await keepFrame(reader, plan, chunk);
    } else if (shown.has(type)) {
      hasImage ||= type !== "ICCP" && type !== "ANIM";
      keepChunk(reader, plan, chunk);
    } else if (type === "EXIF") {
      const block = await reader.read(data, Math.min(length, pictureLimits.metadataBytes));
      // Some programs write the name that it has in a JPEG before it.
      const tiff = block.toString("latin1", 0, 6) === "Exif\0\0" ? block.subarray(6) : block;
      const { orientation, kinds } = readExif(tiff);
      const kept = hasExif || canvas === null ? null : writeOrientation(orientation);
      hasExif = true;
      if (!kept?.equals(block)) plan.remove(...kinds);
      if (!kept || !canvas) continue;
      canvas.writeUInt8(canvas.readUInt8(8) | flag.exif, 8);
      plan.write(writeHead(type, kept.length));
      plan.write(kept);
    } else if (type === "XMP ") {
      const text = (await reader.read(data, Math.min(length, pictureLimits.metadataBytes))).toString(
        "latin1",
      );
      plan.remove("text", ...(namesPlace(text) ? (["location"] as const) : []));
    } else plan.remove("other");
  }
  if (!hasImage) throw new UnreadablePictureError("it has no image");
  if (end < reader.size) plan.remove("appended");
  head.writeUInt32LE(plan.size - 8, 4);
}

async function* listChunks(
  reader: PictureReader,
  from: number,
  end: number,
  plan: CleaningPlan,
): AsyncGenerator<Chunk> {
  for (let start = from; start < end; ) {
    plan.count();
    if (start + 8 > end) throw new UnreadablePictureError("it breaks off");
    const head = await reader.read(start, 8);
    const length = head.readUInt32LE(4);
    const data = start + 8;
    if (data + length > end) throw new UnreadablePictureError("it breaks off");
    const chunk = {
      type: head.toString("latin1", 0, 4),
      start,
      data,
      length,
      end: data + length + (length % 2),
    };
    yield chunk;
    start = chunk.end;
  }
}

/** The byte of padding may be missing at the end of the file. */
function keepChunk(reader: PictureReader, plan: CleaningPlan, { start, end }: Chunk): void {
  plan.keep(start, Math.min(end, reader.size));
  if (end > reader.size) plan.write(Buffer.alloc(1));
}

/** Keeps a frame of an animation, without chunks in it that nothing shows. */
async function keepFrame(reader: PictureReader, plan: CleaningPlan, frame: Chunk): Promise<void> {
  if (frame.length < frameHeadBytes) throw new UnreadablePictureError("a frame of it has a wrong length");
  const from = frame.data + frameHeadBytes;
  const kept: Chunk[] = [];
  let isClean = true;
  for await (const chunk of listChunks(reader, from, frame.data + frame.length, plan)) {
    if (shownInFrames.has(chunk.type)) kept.push(chunk);
    else isClean = false;
  }
  if (isClean) return keepChunk(reader, plan, frame);
  plan.remove("other");
  const length = kept.reduce((sum, { start, end }) => sum + end - start, frameHeadBytes);
  plan.write(writeHead("ANMF", length));
  plan.keep(frame.data, from);
  for (const chunk of kept) keepChunk(reader, plan, chunk);
}

function writeHead(type: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32LE(length, 4);
  return head;
}
