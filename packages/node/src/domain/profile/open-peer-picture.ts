import type { Address, Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findProfile } from "../../store/profiles.ts";
import type { Avatar } from "./read-avatar.ts";

/** The picture of another node that is kept here, or null. */
export async function openPeerPicture(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  address: Address,
): Promise<Avatar | null> {
  const profile = await findProfile(store.db, address);
  const hash = profile?.isSelf ? null : (profile?.avatarHash as Hash | null | undefined);
  const size = hash ? await blobs.size(hash) : null;
  if (!hash || !profile?.avatarType || size === null) return null;
  return { hash, mediaType: profile.avatarType, size, open: (range) => blobs.read(hash, range) };
}
