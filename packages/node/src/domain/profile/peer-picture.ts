import { Readable } from "node:stream";
import { type Address, type Form, PeerError } from "@freehold/protocol";
import { dayMs } from "@freehold/protocol/internal";
import { LRUCache } from "lru-cache";
import { shrinkPicture } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { findProfile, updateProfile } from "../../store/peers/profiles.ts";
import { limits } from "../limits.ts";
import { type Avatar, parseAvatar } from "./avatar.ts";
import { openAvatar } from "./picture.ts";

const peerPictureMs = dayMs; // the picture of a followed node as it was seen
const peerPictures = 10_000; // nodes of which it is known when their picture was seen

type CacheContext = Pick<Context, "store" | "blobs" | "peers" | "clock">;

/**
 * Stores small copies of other nodes' pictures here, so that readers of this site call no other node. Each is fetched from
 * the verified URL of its node, and again after a day, since a profile doesn't show when its picture changes.
 */
export function createPeerPictureCache(context: CacheContext) {
  const fetched = new LRUCache<Address, true>({
    max: peerPictures,
    ttl: peerPictureMs,
    perf: { now: () => context.clock.now() },
  });
  return async (address: Address, signal?: AbortSignal): Promise<void> => {
    if (fetched.has(address)) return;
    fetched.set(address, true);
    await storePeerPicture(context, address, signal);
  };
}

/** Stores a known node's current picture, or that it has none. Nothing changes when the node does not answer. */
async function storePeerPicture(
  { store, blobs, peers, clock }: CacheContext,
  address: Address,
  signal: AbortSignal | undefined,
): Promise<void> {
  const known = await findProfile(store.db, address);
  if (!known || known.isSelf) return;
  const picture = await unlessPeerFails(fetchSmallPicture({ peers }, known, signal));
  if (picture === undefined) return;
  const blob = picture && (await blobs.put(Readable.from([picture]), { maxBytes: picture.length }));
  await store.transaction(async (tx) => {
    const current = await findProfile(tx, address);
    if (!current || current.url !== known.url) return;
    if (blob) await saveContent(tx, { ...blob, now: clock.now() });
    await updateProfile(tx, address, { avatarHash: blob?.hash ?? null, avatarType: blob && "image/webp" });
  });
}

/** The stored picture of another node, or null. */
export async function openPeerPicture(
  { store, blobs }: Pick<Context, "store" | "blobs">,
  address: Address,
): Promise<Avatar | null> {
  const profile = await findProfile(store.db, address);
  return profile?.isSelf ? null : await openAvatar(blobs, profile);
}

/**
 * The current picture of another node (specification 4.2), small, as a data URI.
 *
 * @returns null when the node has no valid picture or does not answer
 */
export async function readPeerPicture(
  { peers }: Pick<Context, "peers">,
  node: { url: string; form: Form },
): Promise<string | null> {
  const picture = await unlessPeerFails(fetchSmallPicture({ peers }, node));
  return picture ? `data:image/webp;base64,${picture.toString("base64")}` : null;
}

/** @throws PeerError */
async function fetchSmallPicture(
  { peers }: Pick<Context, "peers">,
  { url, form }: { url: string; form: Form | null },
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const bytes = await peers.at(url, form).avatar({ maxBytes: limits.avatarBytes, signal });
  const picture = bytes && (await parseAvatar(bytes));
  return picture && (await shrinkPicture(picture.bytes, limits.peerPictureSide));
}

/** The number of publications in another node's index; null when it does not answer. */
export async function countPeerPublications(
  { peers }: Pick<Context, "peers">,
  { url, form }: { url: string; form: Form },
): Promise<number | null> {
  const page = await unlessPeerFails(peers.at(url, form).publicationsPage({ limit: 1 }));
  return page?.pagination.total ?? null;
}

/** @returns undefined for a PeerError */
async function unlessPeerFails<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PeerError) return undefined;
    throw error;
  }
}
