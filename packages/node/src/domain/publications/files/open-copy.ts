import type { Hash } from "@freehold/protocol";
import { type ImageSize, measureImage } from "../../../blobs/images.ts";
import {
  forAvatars,
  forPrograms,
  hasCopyForPrograms,
  listSiteCopies,
  type SiteCopy,
} from "../../../blobs/site-copies.ts";
import type { Context } from "../../../context.ts";
import { hasCode } from "../../../errors/errors.ts";
import { findPublication } from "../visible.ts";
import { pathOfBytes } from "./picture-paths.ts";

type Needs = Pick<Context, "store" | "blobs" | "thumbnails" | "owner">;

type OpenCopy = NonNullable<Awaited<ReturnType<Context["thumbnails"]["open"]>>>;

/** A copy of a picture, or the path of its original where there is no copy now. */
type FoundCopy = { readonly copy: OpenCopy; readonly isSigned: boolean } | { readonly originalPath: string };

/**
 * Opens the copy of a public picture of this owner, or of the avatar, made by the first call. Strangers can have only the copies made
 * that pages show, each once.
 *
 * @returns null for everything else
 */
export async function openSiteCopy(context: Needs, hash: Hash, name: SiteCopy): Promise<FoundCopy | null> {
  if (forAvatars.includes(name)) return await openAvatarCopy(context, hash, name);
  const found = await findPublication(context, { contentHash: hash });
  if (found === null || found.kind !== "FILE" || found.state === "draft") return null;
  const { id, timestamp, mediaType } = found;
  // One that was made was offered: to measure the original takes longer than to send the copy.
  const stored = await context.thumbnails.find(hash, name, mediaType);
  if (stored) return { copy: stored, isSigned: timestamp !== null };
  const size = await measureImage(context.blobs, hash);
  if (size === null || !isOffered(size, name)) return null;
  const originalPath = pathOfBytes({ id, contentHash: hash, timestamp });
  const copy = await openUnlessBusy(context, { hash, name, mediaType });
  return copy ? { copy, isSigned: timestamp !== null } : { originalPath };
}

/** An avatar that was replaced leads to the new one. */
async function openAvatarCopy(context: Needs, hash: Hash, name: SiteCopy): Promise<FoundCopy | null> {
  const own = await context.owner.get();
  if (!own?.avatarHash || own.avatarType === null) return null;
  const originalPath = "/ewp/avatar";
  if (own.avatarHash !== hash) return { originalPath };
  const copy = await openUnlessBusy(context, { hash, name, mediaType: own.avatarType });
  return copy ? { copy, isSigned: true } : { originalPath };
}

function isOffered(size: ImageSize, name: SiteCopy): boolean {
  return name === forPrograms ? hasCopyForPrograms(size) : listSiteCopies(size).includes(name);
}

/** @returns null where too many copies wait to be made: readers get the original */
async function openUnlessBusy(
  { thumbnails }: Pick<Context, "thumbnails">,
  { hash, name, mediaType }: { hash: Hash; name: SiteCopy; mediaType: string },
): Promise<OpenCopy | null> {
  try {
    return await thumbnails.open(hash, name, mediaType);
  } catch (error) {
    if (hasCode(error, "RATE_LIMITED")) return null;
    throw error;
  }
}
