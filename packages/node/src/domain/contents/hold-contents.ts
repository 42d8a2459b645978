import { randomUUID } from "node:crypto";
import type { Context } from "../../context.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";
import type { Reader } from "../../store/store.ts";

/** A hold that is not renewed is over after so long: whoever had it is gone. */
const leaseMs = 5 * 60_000;
const renewMs = 60_000;

/** The values of holds in the database begin so. */
const holdPrefix = "contents_hold.";

/**
 * Keeps the sweep, of this process and of others, from removing contents until it is disposed of: somebody reads
 * them by a list that was made a while ago.
 */
export async function holdContents({
  store,
  clock,
}: Pick<Context, "store" | "clock">): Promise<AsyncDisposable> {
  const key = holdPrefix + randomUUID();
  const renew = () => store.transaction((tx) => writeMeta(tx, key, String(clock.now() + leaseMs)));
  await renew();
  // One renewal that fails is made good by the next one.
  const timer = setInterval(() => void renew().catch(() => {}), renewMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // On a full disk it stays, and is over after a while; why the work failed must not be lost for that.
      await store.transaction((tx) => deleteMeta(tx, key)).catch(() => {});
    },
  };
}

/** Whether somebody holds the contents at `now` (ms). */
export async function areContentsHeld(db: Reader, now: number): Promise<boolean> {
  const holds = await listMeta(db, holdPrefix);
  return [...holds.values()].some((until) => Number(until) > now && Number(until) <= now + leaseMs);
}
