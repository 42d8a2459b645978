import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { lockPeer } from "../../store/blocks.ts";
import { findProfile, updateProfile } from "../../store/profiles.ts";

/**
 * Reads a known node's profile again from the URL where it was verified. What the profile says about its own URL is
 * not believed: a move is signed (specification 4.8).
 *
 * @returns false when another address answers there now; nothing is changed then
 * @throws PeerError when the node does not answer
 */
export async function refreshPeerProfile(
  { store, peers, clock, log }: Pick<Context, "store" | "peers" | "clock" | "log">,
  address: Address,
  signal?: AbortSignal,
): Promise<boolean> {
  const known = await findProfile(store.db, address);
  if (!known) return false;
  const profile = await peers.at(known.url).profile(signal);
  if (profile.address !== address) {
    log.warn({ address, url: known.url }, "another address answers at the URL of this node");
    return false;
  }
  const now = clock.now();
  const theirs = profile.updatedAt === null ? Number.NaN : Math.floor(Date.parse(profile.updatedAt) / 1000);
  await store.transaction(async (tx) => {
    await lockPeer(tx, address);
    const current = await findProfile(tx, address);
    if (!current || current.url !== known.url) return;
    const older = theirs < current.updatedAt;
    await updateProfile(tx, address, {
      form: profile.form,
      fetchedAt: now,
      ...(older ? {} : { title: profile.title, description: profile.description }),
      // A time ahead of our clock would make the node's next signed updates look old.
      ...(theirs > current.updatedAt && theirs * 1000 <= now ? { updatedAt: theirs } : {}),
    });
  });
  return true;
}
