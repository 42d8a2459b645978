import { timestampWindowSeconds } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listDatedAfter, type Publication } from "../../store/publications/publications.ts";

/** The last second that other nodes accept at `now` (ms) as the one of a publication (decisions 5). */
export function acceptedUntil(now: number): number {
  return Math.floor(now / 1000) + timestampWindowSeconds;
}

// More than an owner signs while the clock is wrong; the next call takes the others.
const most = 200;

/**
 * The owner's publications that a clock that was ahead dated for a time to come: signed ones are accepted by no other node yet,
 * and those on the site alone stand before all others. Newest first.
 */
export async function listFuturePosts({
  store,
  clock,
  owner,
}: Pick<Context, "store" | "clock" | "owner">): Promise<Publication[]> {
  const own = await owner.get();
  return own ? await listDatedAfter(store.db, own.address, acceptedUntil(clock.now()), most) : [];
}
