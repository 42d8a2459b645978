import type { Context } from "../../context.ts";
import { type ConnectionPage, listFollowees } from "../../store/connections.ts";
import { scheduleCatchUp } from "../../store/peers.ts";
import { findOwnProfile } from "../../store/profiles.ts";

const pageSize = 500;
/** So many begin at once; each one after them a little later, so that a large node does not start with a burst. */
const atOnce = 20;
const stepMs = 50;
const longestMs = 60_000;

/**
 * Has the index of everybody who is followed reconciled soon, as a node does when it starts: whatever was said while
 * it was down was not heard.
 *
 * @returns how many are followed
 */
export async function scheduleAllCatchUps({
  store,
  clock,
  events,
}: Pick<Context, "store" | "clock" | "events">): Promise<number> {
  const own = await findOwnProfile(store.db);
  if (!own) return 0;
  const now = clock.now();
  let count = 0;
  let after: ConnectionPage["after"] | undefined;
  while (true) {
    const page = await listFollowees(store.db, own.address, { limit: pageSize, ...(after && { after }) });
    const first = count;
    await store.transaction(async (tx) => {
      for (const [index, { followeeAddress }] of page.entries()) {
        const step = Math.max(0, first + index - atOnce + 1);
        await scheduleCatchUp(tx, followeeAddress, now + Math.min(longestMs, step * stepMs));
      }
    });
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    after = { createdAt: last.createdAt, address: last.followeeAddress };
  }
  if (count > 0) events.emit("catch-up.due");
  return count;
}
