import { Readable } from "node:stream";
import { EwpError, type Hash } from "@freehold/protocol";
import { isImageTooLarge } from "../../blobs/images.ts";
import { sniffMediaType } from "../../blobs/sniff-media-type.ts";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { saveContent } from "../../store/contents.ts";
import { type Profile, updateProfile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { requireOwner } from "./owner.ts";

const avatarTypes = new Set(["image/jpeg", "image/png", "image/webp", "image/gif"]);

/** A picture that may be an avatar (specification 4.2): its bytes and what they really are. */
export interface AvatarPicture {
  bytes: Uint8Array;
  mediaType: string;
}

/**
 * @param source a base64 data URI, or the bytes themselves
 * @returns null when it is none of JPEG, PNG, WebP and GIF, larger than 2 MiB, or has more pixels or frames than anybody
 *   should have to decode
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

/**
 * Sets the owner's avatar, or takes it away.
 *
 * @param bytes a JPEG, PNG, WebP or GIF picture of up to 2 MiB; null for none
 * @throws AppError VALIDATION_FAILED for anything else
 */
export async function setAvatar(
  context: Pick<Context, "store" | "blobs" | "clock" | "owner">,
  bytes: Uint8Array | null,
): Promise<void> {
  const { store, blobs, clock } = context;
  const own = await requireOwner(context);
  const picture = bytes && (await parseAvatar(bytes));
  if (bytes && !picture) {
    throw new AppError("VALIDATION_FAILED", "An avatar is a JPEG, PNG, WebP or GIF picture of up to 2 MiB.");
  }
  const blob =
    picture && (await blobs.put(Readable.from([picture.bytes]), { maxBytes: picture.bytes.length }));
  await store.transaction(async (tx) => {
    if (blob) await saveContent(tx, { ...blob, now: clock.now() });
    await updateProfile(tx, own.address, {
      avatarHash: blob?.hash ?? null,
      avatarType: picture?.mediaType ?? null,
    });
  });
}

export interface Avatar {
  hash: Hash;
  mediaType: string;
  /** Bytes. */
  size: number;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** The owner's avatar (specification 4.2). Throws AVATAR_NOT_SET when there is none. */
export async function readAvatar({ owner, blobs }: Pick<Context, "owner" | "blobs">): Promise<Avatar> {
  const own = await owner.get();
  const hash = own?.avatarHash;
  const size = hash ? await blobs.size(hash) : null;
  if (!hash || !own.avatarType || size === null) throw new EwpError("AVATAR_NOT_SET");
  return { hash, mediaType: own.avatarType, size, open: (range) => blobs.read(hash, range) };
}

/** Where the picture of a known node is had from this one: a path; null where a picture is made from the address. */
export function locatePicture(profile: Profile | undefined): string | null {
  if (!profile?.avatarHash) return null;
  const version = profile.avatarHash.slice(2, 10);
  return profile.isSelf ? `/ewp/avatar?v=${version}` : `/api/portraits/${profile.address}?v=${version}`;
}
