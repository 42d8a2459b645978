import { Readable } from "node:stream";
import { EwpError } from "@freehold/protocol";
import { isImageTooLarge } from "../../blobs/images.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { type CleanedPicture, cleanPicture } from "../../pictures/clean-picture.ts";
import type { MetadataKind } from "../../pictures/cleaning-plan.ts";
import { saveContent } from "../../store/contents.ts";
import { updateProfile } from "../../store/peers/profiles.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "./owner.ts";
import { openAvatar } from "./picture.ts";

const avatarTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

/** A picture that may be an avatar (specification 4.2), with the media type of its bytes. */
export interface AvatarPicture {
  bytes: Uint8Array;
  mediaType: string;
}

/**
 * @param source a base64 data URI, or the bytes themselves
 * @returns null for other formats than JPEG, PNG, WebP and GIF, above 2 MiB, and for too many pixels or frames
 */
export async function parseAvatar(source: string | Uint8Array): Promise<AvatarPicture | null> {
  const bytes = typeof source === "string" ? decodeDataUri(source) : source;
  if (!bytes || bytes.length === 0 || bytes.length > limits.avatarBytes) return null;
  const mediaType = await sniffMediaType(bytes, null, null);
  if (!avatarTypes.has(mediaType) || (await isImageTooLarge(bytes))) return null;
  return { bytes, mediaType };
}

function decodeDataUri(uri: string): Uint8Array | null {
  const comma = uri.indexOf(",");
  if (!/^data:image\/[a-z+.-]+;base64$/i.test(uri.slice(0, Math.max(comma, 0)))) return null;
  if (uri.length - comma > limits.avatarBytes * 1.4) return null;
  return Buffer.from(uri.slice(comma + 1), "base64");
}

/** The owner's picture without its metadata, and the kinds of data that were removed. @throws AppError PICTURE_DAMAGED */
export async function cleanAvatar({
  bytes,
  mediaType,
}: AvatarPicture): Promise<AvatarPicture & Pick<CleanedPicture, "removed">> {
  return { ...(await cleanPicture(bytes, mediaType)), mediaType };
}

/**
 * Sets or removes the owner's avatar, without its metadata.
 *
 * @param bytes a JPEG, PNG, WebP or GIF picture of up to 2 MiB; null for none
 * @returns the kinds of data that were removed from the picture
 * @throws AppError VALIDATION_FAILED for anything else, PICTURE_DAMAGED
 */
export async function setAvatar(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  bytes: Uint8Array | null,
): Promise<readonly MetadataKind[]> {
  const { store, blobs, clock } = context;
  const own = await requireOwner(context);
  const parsed = bytes && (await parseAvatar(bytes));
  if (bytes && !parsed) {
    throw new AppError(
      "VALIDATION_FAILED",
      "A profile picture must be a JPEG, PNG, WebP or GIF of up to 2 MB.",
    );
  }
  const picture = parsed && (await cleanAvatar(parsed));
  const blob =
    picture && (await blobs.put(Readable.from([picture.bytes]), { maxBytes: picture.bytes.length }));
  await store.transaction(async (tx) => {
    if (blob) await saveContent(tx, { ...blob, now: clock.now() });
    await updateProfile(tx, own.address, {
      avatarHash: blob?.hash ?? null,
      avatarType: picture?.mediaType ?? null,
    });
  });
  return picture?.removed ?? [];
}

export type Avatar = NonNullable<Awaited<ReturnType<typeof openAvatar>>>;

/** The owner's avatar (specification 4.2). Throws AVATAR_NOT_SET when there is none. */
export async function readAvatar({ owner, blobs }: Pick<Context, "owner" | "blobs">): Promise<Avatar> {
  const avatar = await openAvatar(blobs, await owner.get());
  if (!avatar) throw new EwpError("AVATAR_NOT_SET");
  return avatar;
}
