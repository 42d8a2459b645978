import type { CleaningPlan } from "../cleaning-plan.ts";
import { pictureLimits } from "../limits.ts";
import type { PictureReader } from "../picture-bytes.ts";
import { UnreadablePictureError } from "../unreadable-picture.ts";
import { type Box, readBox } from "./boxes.ts";
import { cleanMeta } from "./meta.ts";
import { cleanMovie } from "./movie.ts";
import { joinRanges, type WrittenRange } from "./ranges.ts";

const directories: ReadonlySet<string> = new Set(["ftyp", "meta", "moov"]);

/**
 * Plans an AVIF without metadata. Positions in the file stay: an item with metadata is overwritten by an empty one of the
 * same length, and so are bytes to which nothing refers. Boxes after the image are cut off.
 *
 * @throws UnreadablePictureError
 */
export async function planAvif(reader: PictureReader, plan: CleaningPlan): Promise<void> {
  const boxes = await listFile(reader, plan);
  const find = (type: string) => boxes.filter((box) => box.type === type);
  const [type, ...others] = find("ftyp");
  if (type?.start !== 0 || others.length > 0) throw new UnreadablePictureError("it is no AVIF");
  const [meta, second] = find("meta");
  const [movie, secondMovie] = find("moov");
  if (!meta || second || secondMovie) throw new UnreadablePictureError("it has no directory, or several");
  const directory = await readDirectory(reader, meta);
  const media = find("mdat");
  const kept = await cleanMeta(reader, plan, directory);
  // The frames of a sequence lie where only its own tables say.
  if (movie) kept.push(...media.map(({ body, end }) => ({ start: body, end, bytes: null })));
  const ranges = joinRanges(kept);
  for (const range of kept)
    if (!media.some(({ body, end }) => range.start >= body && range.end <= end))
      throw new UnreadablePictureError("an item lies outside of the image data");
  const film = movie && (await readDirectory(reader, movie));
  if (film) cleanMovie(film, plan);
  const last = boxes.findLast((box) => directories.has(box.type) || box.type === "mdat");
  for (const box of boxes) {
    if (last && box.start >= last.end) {
      plan.remove("appended");
      return;
    }
    if (box === meta) plan.write(directory);
    else if (box === movie && film) plan.write(film);
    else if (box.type === "ftyp") plan.keep(box.start, box.end);
    else if (box.type === "mdat") await writeBody(reader, plan, box, ranges);
    else await blank(reader, plan, box);
  }
}

/** The boxes of the file. Bytes at its end that are too short for a box do not count. */
async function listFile(reader: PictureReader, plan: CleaningPlan): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at < reader.size; ) {
    plan.count();
    const isComplete = boxes.some(({ type }) => type === "mdat");
    const box = await readBox(reader, at).catch((error: unknown) => {
      if (isComplete && error instanceof UnreadablePictureError) return null;
      throw error;
    });
    if (box === null) {
      boxes.push({ type: "\0\0\0\0", start: at, body: at, end: reader.size });
      break;
    }
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

async function readDirectory(reader: PictureReader, { start, end }: Box): Promise<Buffer> {
  if (end - start > pictureLimits.boxBytes) throw new UnreadablePictureError("its directory is too long");
  return Buffer.from(await reader.read(start, end - start));
}

/** Copies the body of a box: what items refer to, other bytes in place of metadata, and zeros in place of the rest. */
async function writeBody(
  reader: PictureReader,
  plan: CleaningPlan,
  { start, body, end }: Box,
  ranges: readonly WrittenRange[],
): Promise<void> {
  plan.keep(start, body);
  let at = body;
  for (const range of ranges) {
    if (range.start < body || range.end > end) continue;
    if (range.start > at) await blankRange(reader, plan, at, range.start);
    if (range.bytes === null) plan.keep(range.start, range.end);
    else plan.write(range.bytes);
    at = range.end;
  }
  if (end > at) await blankRange(reader, plan, at, end);
}

async function blankRange(
  reader: PictureReader,
  plan: CleaningPlan,
  start: number,
  end: number,
): Promise<void> {
  if (await reader.hasContent(start, end)) {
    plan.remove("appended");
    writeZeros(plan, end - start);
  } else plan.keep(start, end);
}

const zeros = Buffer.alloc(256 * 1024);

function writeZeros(plan: CleaningPlan, length: number): void {
  for (let left = length; left > 0; left -= zeros.length)
    plan.write(zeros.subarray(0, Math.min(left, zeros.length)));
}

/** Writes a box that says nothing (`free`) in place of another. */
async function blank(reader: PictureReader, plan: CleaningPlan, box: Box): Promise<void> {
  const hasContent = box.type !== "free" || (await reader.hasContent(box.body, box.end));
  if (!hasContent) return plan.keep(box.start, box.end);
  const head = Buffer.from(await reader.read(box.start, box.body - box.start));
  head.write("free", 4, "latin1");
  plan.write(head);
  if (await reader.hasContent(box.body, box.end)) plan.remove("appended");
  writeZeros(plan, box.end - box.body);
}
