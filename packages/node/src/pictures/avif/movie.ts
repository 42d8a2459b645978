import type { CleaningPlan } from "../cleaning-plan.ts";
import { UnreadablePictureError } from "../unreadable-picture.ts";
import { type Box, BoxReader, listBoxes } from "./boxes.ts";
import { blankBox, blankTimes } from "./meta.ts";

const containers: ReadonlySet<string> = new Set([
  "moov",
  "trak",
  "mdia",
  "minf",
  "stbl",
  "edts",
  "dinf",
  "tref",
]);
const times: ReadonlySet<string> = new Set(["mvhd", "tkhd", "mdhd"]);
/** Boxes with invisible data: texts, places, and data of programs. */
const foreign: ReadonlySet<string> = new Set(["udta", "meta", "uuid", "free", "skip", "name"]);
/** Tracks of images, and of their transparency. */
const tracks: ReadonlySet<string> = new Set(["pict", "vide", "auxv"]);
// Boxes of a sequence in each other.
const deepest = 8;

/**
 * Cleans the directory of an animated picture in place: texts and times go, the tables of its frames stay.
 *
 * @throws UnreadablePictureError also for a track of sound or of anything else that is not an image
 */
export function cleanMovie(movie: Buffer, plan: CleaningPlan): void {
  const [outer] = listBoxes(movie, { start: 0, end: movie.length });
  if (outer) cleanBoxes(movie, plan, outer, 0);
}

function cleanBoxes(movie: Buffer, plan: CleaningPlan, { body, end }: Box, depth: number): void {
  if (depth > deepest) throw new UnreadablePictureError("its boxes lie too deep in each other");
  for (const box of listBoxes(movie, { start: body, end })) {
    plan.count();
    if (foreign.has(box.type)) blankBox(plan, movie, box);
    else if (times.has(box.type)) blankTimes(plan, movie, box);
    else if (box.type === "hdlr") checkTrack(movie, box);
    else if (containers.has(box.type)) cleanBoxes(movie, plan, box, depth + 1);
  }
}

function checkTrack(movie: Buffer, box: Box): void {
  const reader = new BoxReader(movie, box);
  reader.skip(8);
  if (!tracks.has(reader.name())) throw new UnreadablePictureError("it has a track that is no image");
}
