import { openBlob } from "../../blobs/blobs.ts";
import { pathOfCopy } from "../../blobs/site-copies.ts";
import type { Context } from "../../context.ts";
import type { Profile } from "../../store/peers/profiles.ts";

/** Opens the avatar that is stored here for a profile; null when there is none. */
export async function openAvatar(
  blobs: Context["blobs"],
  profile: Readonly<Pick<Profile, "avatarHash" | "avatarType">> | null,
) {
  const { avatarHash: hash, avatarType: mediaType } = profile ?? {};
  const bytes = hash ? await openBlob(blobs, hash) : null;
  return hash && mediaType && bytes ? { hash, mediaType, ...bytes } : null;
}

/** The path of a known node's picture on this node; null where a picture is generated from the address. */
export function locatePicture(profile: Readonly<Profile> | undefined): string | null {
  if (!profile?.avatarHash) return null;
  const version = profile.avatarHash.slice(2, 10);
  return profile.isSelf
    ? pathOfCopy(profile.avatarHash, "avatar-192.webp")
    : `/api/portraits/${profile.address}?v=${version}`;
}
