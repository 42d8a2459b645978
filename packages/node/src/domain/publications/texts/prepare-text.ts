import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import { completeAddresses } from "@freehold/protocol";
import { decodeUriIfValid } from "@freehold/protocol/internal";
import { sniffMediaType } from "../../../blobs/sniff-media-type.ts";
import { AppError, hasCode, msg } from "../../../errors/errors.ts";
import { type CleanedPicture, cleanPicture, isPictureType } from "../../../pictures/clean-picture.ts";
import type { MetadataKind } from "../../../pictures/cleaning-plan.ts";
import { peekHead } from "../../contents/content-bytes.ts";
import { limits } from "../../limits.ts";

interface PrepareOptions {
  /** The address of this node. */
  readonly nodeUrl: string;
  /** Whether pictures inside the text keep their metadata. */
  readonly keepMetadata?: boolean;
}

/**
 * A text as it is stored: with this node's address before the paths of contents that it refers to, and with no metadata in the
 * pictures inside it.
 *
 * @throws AppError as `cleanPicturesInText`
 */
export async function prepareText(
  text: string,
  { nodeUrl, keepMetadata = false }: PrepareOptions,
): Promise<CleanedText> {
  const whole = completeAddresses(text, nodeUrl);
  return keepMetadata ? { text: whole, removed: [] } : await cleanPicturesInText(whole);
}

/**
 * The same for a stream. It is read as a whole; a text that is too long or not UTF-8 passes unchanged, and `storeBytes`
 * refuses it.
 *
 * @throws AppError as `cleanPicturesInText`
 */
export async function prepareStream(
  source: AsyncIterable<Uint8Array>,
  options: PrepareOptions,
): Promise<{ source: AsyncIterable<Uint8Array>; removed: readonly MetadataKind[] }> {
  const { head, source: whole, isWhole } = await peekHead(source, limits.markdownBytes + 1);
  if (!isWhole || !isUtf8(head)) return { source: whole, removed: [] };
  const { text, removed } = await prepareText(Buffer.from(head).toString(), options);
  return { source: Readable.from([Buffer.from(text)]), removed };
}

/** A picture whose bytes are in the text; lines may break them where quotes show the end. Shorter ones hold no metadata. */
const inlinePicture =
  /(["'])(data:image\/[\w.+-]{1,50}(?:;[\w-]{1,50}=[\w.-]{1,50}){0,5};base64,)([\w+/=%\s-]{100,})\1|(data:image\/[\w.+-]{1,50}(?:;[\w-]{1,50}=[\w.-]{1,50}){0,5};base64,)([\w+/=%-]{100,})/gi;

/** Beginnings of metadata in pictures of every format. */
const metadataMarks = /Exif|ns\.adobe\.com|Photoshop 3\.0|GPSL/;

/** A text whose pictures have no metadata. */
interface CleanedText {
  readonly text: string;
  /** The kinds of metadata that were removed. */
  readonly removed: readonly MetadataKind[];
}

/**
 * Removes the metadata of pictures that are inside a text (`data:image/jpeg;base64,…`), as that of a picture in a file is
 * (docs/decisions/0034). Bytes that are no picture stay as they are: examples in texts about such addresses are often cut.
 *
 * @throws AppError PICTURE_UNSUPPORTED, PICTURE_DAMAGED for a picture whose metadata can't be removed
 */
export async function cleanPicturesInText(text: string): Promise<CleanedText> {
  if (!/data:image\//i.test(text)) return { text, removed: [] };
  const removed = new Set<MetadataKind>();
  const parts: string[] = [];
  let at = 0;
  for (const found of text.matchAll(inlinePicture)) {
    const [whole, quote = "", quotedHead, quotedBytes, head = "", bytes = ""] = found;
    const picture = Buffer.from(decodeUriIfValid(quotedBytes ?? bytes), "base64");
    const cleaned = await cleanInline(picture);
    if (cleaned === null || Buffer.compare(cleaned.bytes, picture) === 0) continue;
    for (const kind of cleaned.removed) removed.add(kind);
    const base64 = Buffer.from(cleaned.bytes).toString("base64");
    parts.push(text.slice(at, found.index), `${quote}${quotedHead ?? head}${base64}${quote}`);
    at = found.index + whole.length;
  }
  return { text: parts.join("") + text.slice(at), removed: [...removed] };
}

/** null for bytes that are no picture. */
async function cleanInline(picture: Buffer): Promise<CleanedPicture | null> {
  const mediaType = await sniffMediaType(picture.subarray(0, 4_100), null, null);
  if (!isPictureType(mediaType)) return null;
  try {
    return await cleanPicture(picture, mediaType);
  } catch (error) {
    if (!hasCode(error, "PICTURE_DAMAGED", "PICTURE_UNSUPPORTED")) throw error;
    if (!metadataMarks.test(picture.toString("latin1"))) return null;
    throw new AppError(error.code, msg`A picture inside the text: ${error.message}`, { cause: error });
  }
}
