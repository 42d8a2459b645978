import { open } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../blobs/disk-blobs.ts";
import { createTemporaryFile } from "../blobs/files.ts";
import { AppError, msg } from "../errors/errors.ts";
import { CleaningPlan, type MetadataKind } from "./cleaning-plan.ts";
import { planGif } from "./gif.ts";
import { planJpeg } from "./jpeg.ts";
import { bytesInMemory, bytesOfFile, type PictureBytes, PictureReader } from "./picture-bytes.ts";
import { planPng } from "./png.ts";
import { UnreadablePictureError } from "./unreadable-picture.ts";
import { planWebp } from "./webp.ts";

type Planner = (reader: PictureReader, plan: CleaningPlan, options?: PlanOptions) => Promise<void>;

interface PlanOptions {
  /**
   * The plan ends before the coded image, or where the picture can't be read: it lists the metadata, and can't be carried
   * out.
   */
  readonly headOnly?: boolean;
}

const planners: Readonly<Record<string, Planner>> = {
  "image/jpeg": planJpeg,
  "image/png": planPng,
  "image/apng": planPng,
  "image/webp": planWebp,
  "image/gif": planGif,
  "image/avif": async (reader, plan) => (await import("./avif/avif.ts")).planAvif(reader, plan),
};

/** Whether a file of this media type is a picture, which is published without metadata or not at all. */
export function isPictureType(mediaType: string): boolean {
  return mediaType.startsWith("image/");
}

/**
 * Plans a picture without metadata: the coded image, its animation, colours and orientation stay byte for byte.
 *
 * @param mediaType by the bytes themselves
 * @throws AppError PICTURE_UNSUPPORTED for another format, PICTURE_DAMAGED for bytes that can't be told apart
 */
export async function planCleaning(
  bytes: PictureBytes,
  mediaType: string,
  options: PlanOptions = {},
): Promise<CleaningPlan> {
  const planner = planners[mediaType];
  if (!planner) throw unsupported(mediaType);
  const plan = new CleaningPlan();
  try {
    await planner(new PictureReader(bytes), plan, options);
  } catch (error) {
    if (!(error instanceof UnreadablePictureError)) throw error;
    if (options.headOnly) return plan;
    throw new AppError(
      "PICTURE_DAMAGED",
      msg`The metadata of this picture can't be removed: ${error.message}. Save it again with an image editor.`,
      { cause: error },
    );
  }
  return plan;
}

function unsupported(mediaType: string): AppError {
  const isHeif = /^image\/hei[cf]/.test(mediaType);
  const sentence = isHeif
    ? "This is a HEIC picture, which most browsers can't show. Export it as JPEG and publish that."
    : msg`Metadata can't be removed from a picture of the type ${mediaType}. Save it as JPEG, PNG, WebP, GIF or AVIF.`;
  return new AppError("PICTURE_UNSUPPORTED", sentence);
}

/** A picture without metadata. */
export interface CleanedPicture {
  readonly bytes: Uint8Array;
  readonly removed: readonly MetadataKind[];
}

/** Removes the metadata of a picture in memory. @throws AppError as `planCleaning` */
export async function cleanPicture(picture: Uint8Array, mediaType: string): Promise<CleanedPicture> {
  const bytes = bytesInMemory(picture);
  const plan = await planCleaning(bytes, mediaType);
  if (!plan.changes(bytes)) return { bytes: picture, removed: [] };
  return { bytes: Buffer.concat(await Array.fromAsync(plan.carryOut(bytes))), removed: plan.removed };
}

interface CleanOptions {
  /** By the bytes themselves. */
  readonly mediaType: string;
  /** The data folder of the node. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** A picture that comes as a stream, without metadata. Dispose of it when it was read. */
export interface CleanedStream extends AsyncDisposable {
  readonly source: AsyncIterable<Uint8Array>;
  readonly removed: readonly MetadataKind[];
}

/**
 * Removes the metadata of a picture of any size. It waits in a temporary file, because changes at its beginning depend on
 * its end.
 *
 * @throws AppError as `planCleaning`; BLOB_TOO_LARGE, and what the source throws
 */
export async function cleanStream(
  source: AsyncIterable<Uint8Array>,
  { mediaType, folder, maxBytes, signal }: CleanOptions,
): Promise<CleanedStream> {
  if (!planners[mediaType]) throw unsupported(mediaType);
  await using stack = new AsyncDisposableStack();
  const file = stack.use(await createTemporaryFile(join(folder, "contents", "tmp")));
  const handle = stack.use(await open(file.path, "wx+", 0o600));
  await writeAll(handle, source, { maxBytes, signal });
  const bytes = await bytesOfFile(handle);
  const plan = await planCleaning(bytes, mediaType);
  const kept = stack.move();
  return {
    source: plan.carryOut(bytes),
    removed: plan.removed,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
