import { AppError } from "../../../src/errors/errors.ts";
import { listBoxes } from "../../../src/pictures/avif/boxes.ts";
import { parseExtents, parseItems, parseThumbnails } from "../../../src/pictures/avif/items.ts";
import { cleanPicture } from "../../../src/pictures/clean-picture.ts";
import { UnreadablePictureError } from "../../../src/pictures/unreadable-picture.ts";
import { onText, type ParserTarget, promise } from "./parser-target.ts";
import { pictureSeed, type SeedName } from "./picture-seeds.ts";

/** A picture of any bytes comes out no longer than it was, and stays as it is when it is cleaned again. */
const cleans = (name: SeedName) =>
  onText(
    `cleanPicture ${name}`,
    async (text) => {
      const picture = Buffer.from(text, "latin1");
      const once = await cleanPicture(picture, `image/${name}`);
      promise(once.bytes.length <= picture.length + 1, "The picture became longer.");
      const twice = await cleanPicture(once.bytes, `image/${name}`);
      promise(Buffer.compare(once.bytes, twice.bytes) === 0, "Cleaned again, it is another picture.");
    },
    { refusals: [AppError], seeds: [pictureSeed(name)] },
  );

type ParseBox = (bytes: Buffer, box: { type: string; start: number; body: number; end: number }) => unknown;

/** A parser of one box of the directory of an AVIF picture. */
const parsesBox = (name: string, type: string, parse: ParseBox) => {
  const file = pictureSeed("avif");
  const at = file.indexOf(type) - 4;
  const seed = file.slice(at, at + Buffer.from(file.slice(at, at + 4), "latin1").readUInt32BE());
  return onText(
    name,
    (text) => {
      const bytes = Buffer.from(text, "latin1");
      for (const box of listBoxes(bytes, { start: 0, end: bytes.length })) parse(bytes, box);
    },
    { refusals: [UnreadablePictureError], seeds: [seed] },
  );
};

/** The parsers of pictures, whose metadata is removed before they are published. */
export const pictureParsers: readonly ParserTarget[] = [
  ...(["jpeg", "png", "webp", "gif", "avif"] as const).map(cleans),
  parsesBox("parseItems", "iinf", parseItems),
  parsesBox("parseExtents", "iloc", parseExtents),
  parsesBox("parseThumbnails", "iref", parseThumbnails),
];
