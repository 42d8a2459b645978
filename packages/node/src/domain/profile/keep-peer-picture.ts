import { Readable } from "node:stream";
import { type Address, PeerError } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import { shrinkPicture } from "../../blobs/shrink-picture.ts";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { findProfile, updateProfile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { parseAvatar } from "./parse-avatar.ts";

type KeepContext = Pick<Context, "store" | "blobs" | "peers" | "clock">;

/**
 * Takes the pictures of other nodes to this one, small, so that whoever looks at them asks nobody else: each from the URL
 * where its node was verified, and again after a day, for a profile does not say when its picture is another.
 */
export function createPictureKeeper(context: KeepContext) {
  const looked = new LRUCache<Address, true>({
    max: limits.peerPictures,
    ttl: limits.peerPictureMs,
    perf: { now: () => context.clock.now() },
  });
  return async (address: Address, signal?: AbortSignal): Promise<void> => {
    if (looked.has(address)) return;
    looked.set(address, true);
    await keepPeerPicture(context, address, signal);
  };
}

/** Keeps the picture that a known node shows now, or that it shows none. Where it does not answer, all stays as it is. */
async function keepPeerPicture(
  { store, blobs, peers, clock }: KeepContext,
  address: Address,
  signal: AbortSignal | undefined,
): Promise<void> {
  const known = await findProfile(store.db, address);
  if (!known || known.isSelf) return;
  let bytes: Uint8Array | null;
  try {
    bytes = await peers.at(known.url, known.form).avatar({ maxBytes: limits.avatarBytes, signal });
  } catch (error) {
    if (error instanceof PeerError) return;
    throw error;
  }
  const picture = bytes && (await parseAvatar(bytes));
  const small = picture && (await shrinkPicture(picture.bytes, limits.peerPictureSide));
  const blob = small && (await blobs.put(Readable.from([small]), { maxBytes: small.length }));
  await store.transaction(async (tx) => {
    const current = await findProfile(tx, address);
    if (!current || current.url !== known.url) return;
    if (blob) await saveContent(tx, { ...blob, now: clock.now() });
    await updateProfile(tx, address, { avatarHash: blob?.hash ?? null, avatarType: blob && "image/webp" });
  });
}
