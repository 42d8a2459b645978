import { type Form, PeerError } from "@freehold/protocol";
import { shrinkPicture } from "../../blobs/shrink-picture.ts";
import type { Context } from "../../context.ts";
import { limits } from "../limits.ts";
import { parseAvatar } from "./parse-avatar.ts";

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
