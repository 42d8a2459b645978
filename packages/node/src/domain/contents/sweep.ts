import { randomUUID } from "node:crypto";
import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { deleteContentIfUnreferenced, findContent, listUnreferencedContents } from "../../store/contents.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";
import { limits } from "../limits.ts";

/** Bytes that were touched later than this may belong to a transaction that is still to come. */
const graceMs = limits.sweepGraceMs;
// Not a limit: a batch size and an interval.
const batch = 100;

/**
 * Removes bytes that no publication and no avatar refers to: of deleted publications, and of writes that a crash
 * left without a row. What was made smaller of them goes along, and what half-written files a crash left.
 *
 * @returns how many files went
 */
export async function sweepContents(
  { store, blobs, thumbnails, clock, log }: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<number> {
  let removed = await blobs.sweepTemporary();
  const before = clock.now() - graceMs;
  const remove = async (hash: Hash) => {
    const isGone = await blobs.removeOlder(hash, before);
    if (isGone) await thumbnails.remove(hash);
    return isGone;
  };
  for (const { hash, createdAt } of await listUnreferencedContents(store.db, batch)) {
    if (signal?.aborted) return removed;
    if (createdAt > before) continue;
    if (await store.transaction((tx) => forget(tx, hash, clock.now()))) {
      // Whoever put the same bytes again meanwhile made them young.
      if (await remove(hash)) removed += 1;
    }
  }
  for await (const { hash, modifiedAt } of blobs.list()) {
    if (signal?.aborted) return removed;
    if (modifiedAt > before || (await findContent(store.db, hash))) continue;
    if (await areContentsHeld(store.db, clock.now())) break;
    if (await remove(hash)) removed += 1;
  }
  if (removed > 0) log.info({ removed }, "files that nothing refers to were removed");
  return removed;
}

async function forget(tx: Tx, hash: Hash, now: number): Promise<boolean> {
  return !(await areContentsHeld(tx, now)) && (await deleteContentIfUnreferenced(tx, hash));
}

// Not a limit: a batch size and an interval.
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
async function areContentsHeld(db: Reader, now: number): Promise<boolean> {
  const holds = await listMeta(db, holdPrefix);
  return [...holds.values()].some((until) => Number(until) > now && Number(until) <= now + leaseMs);
}
