import { EwpError, type Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findOwnProfile } from "../../store/profiles.ts";

export interface Avatar {
  hash: Hash;
  mediaType: string;
  /** Bytes. */
  size: number;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

/** The owner's avatar (specification 4.2). Throws AVATAR_NOT_SET when there is none. */
export async function readAvatar({ store, blobs }: Pick<Context, "store" | "blobs">): Promise<Avatar> {
  const own = await findOwnProfile(store.db);
  const hash = own?.avatarHash;
  const size = hash ? await blobs.size(hash) : null;
  if (!hash || !own.avatarType || size === null) throw new EwpError("AVATAR_NOT_SET");
  return { hash, mediaType: own.avatarType, size, open: (range) => blobs.read(hash, range) };
}
