import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Pair } from "../../store/connections.ts";
import type { Tx } from "../../store/database.ts";
import {
  type Piece,
  type Removed,
  removeOldTombstones,
  removeUnusedProfiles,
} from "../../store/unused-peers.ts";
import { limits } from "../limits.ts";

// Not a limit: a batch size.
/** Small, so that no other writer waits long. */
const batch = 200;

/**
 * Forgets, as a maintenance task, what nodes leave that came and went: ends of follows that no signature can be played again
 * against any more, for its hour is over, and nodes with which nothing connects this one and its owner.
 *
 * @returns how many of each
 */
export async function sweepStalePeers(
  { store, clock, log }: Pick<Context, "store" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<{ tombstones: number; profiles: number }> {
  const now = clock.now();
  const signedBefore = Math.floor((now - limits.tombstoneMs) / 1000);
  const unreadSince = now - limits.unusedPeerMs;
  const walk = async <Key>(step: (tx: Tx, piece: Piece<Key>) => Promise<Removed<Key>>) => {
    let total = 0;
    let after: Key | null = null;
    do {
      const piece: Piece<Key> = { after, limit: batch };
      const { removed, last } = await store.transaction((tx) => step(tx, piece));
      total += removed;
      after = last;
    } while (after !== null && !signal?.aborted);
    return total;
  };
  const tombstones = await walk((tx, piece: Piece<Pair>) =>
    removeOldTombstones(tx, { ...piece, signedBefore }),
  );
  const profiles = await walk((tx, piece: Piece<Address>) =>
    removeUnusedProfiles(tx, { ...piece, unreadSince }),
  );
  if (tombstones + profiles > 0)
    log.info({ tombstones, profiles }, "tombstones and profiles of unused peers were deleted");
  return { tombstones, profiles };
}
