import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { deleteContentIfUnreferenced, findContent, listUnreferencedContents } from "../../store/contents.ts";
import type { Tx } from "../../store/store.ts";
import { limits } from "../limits.ts";
import { areContentsHeld } from "./hold-contents.ts";

/** Bytes that were touched later than this may belong to a transaction that is still to come. */
const graceMs = limits.sweepGraceMs;
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
