import { Readable } from "node:stream";
import { type Address, type Form, type Hash, PeerError } from "@freehold/protocol";
import { LRUCache } from "lru-cache";
import { shrinkPicture } from "../../blobs/images.ts";
import type { Context } from "../../context.ts";
import { saveContent } from "../../store/contents.ts";
import { findProfile, updateProfile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { type Avatar, parseAvatar } from "./avatar.ts";

type KeepContext = Pick<Context, "store" | "blobs" | "peers" | "clock">;

/**
 * Takes the pictures of other nodes to this one, small, so that whoever looks at them asks nobody else: each from the URL
 * where its node was verified, and again after a day, for a profile does not say when its picture is another.
 */
export function createPeerPictureCache(context: KeepContext) {
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

/**
 * The picture of another node (specification 4.2), small enough to be shown beside its name.
 *
 * @returns a data URI; null where the node has none, or none that may be shown
 */
export async function readPeerPicture(
  { peers }: Pick<Context, "peers">,
  { url, form }: { url: string; form: Form },
): Promise<string | null> {
  const { avatarBytes, peerPictureSide } = limits;
  const bytes = await unlessPeerFails(peers.at(url, form).avatar({ maxBytes: avatarBytes }));
  const picture = bytes && (await parseAvatar(bytes));
  const small = picture && (await shrinkPicture(picture.bytes, peerPictureSide));
  return small && `data:image/webp;base64,${small.toString("base64")}`;
}

/** How many publications another node has in its index; null where it does not say. */
export async function countPeerPublications(
  { peers }: Pick<Context, "peers">,
  { url, form }: { url: string; form: Form },
): Promise<number | null> {
  const page = await unlessPeerFails(peers.at(url, form).publicationsPage({ limit: 1 }));
  return page?.pagination.total ?? null;
}

async function unlessPeerFails<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof PeerError) return null;
    throw error;
  }
}
