import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";
import { listPublicationsByHash } from "../../store/publications/publications.ts";

const contentFaults = 10_000; // contents that are known to be missing or damaged

/** `missing`: a row refers to bytes that are not here. `damaged`: they did not match their hash and were set aside. */
export type ContentFault = "missing" | "damaged";

const prefix = "content_fault.";

/** The missing and damaged contents, of which up to `contentFaults` are recorded. */
export async function listContentFaults(db: Reader): Promise<Map<Hash, ContentFault>> {
  const recorded = await listMeta(db, prefix);
  return new Map([...recorded].map(([hash, fault]) => [hash as Hash, fault as ContentFault]));
}

/** Records the faults of contents by hash; null removes the record. */
export async function saveContentFaults(
  tx: Tx,
  found: ReadonlyMap<Hash, ContentFault | null>,
): Promise<void> {
  const known = await listContentFaults(tx);
  let room = contentFaults - known.size;
  for (const [hash, fault] of found) {
    if (fault === null) await deleteMeta(tx, prefix + hash);
    else if (known.has(hash) || room-- > 0) await writeMeta(tx, prefix + hash, fault);
  }
}

/**
 * Handles the result of a check: sets damaged bytes aside and removes their thumbnails, records new faults and notifies
 * the owner once, and removes the records of repaired contents.
 *
 * @param found by hash; null for a good content
 * @returns the faults that are new
 */
export async function handleContentFaults(
  { store, blobs, thumbnails, log, clock }: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">,
  found: ReadonlyMap<Hash, ContentFault | null>,
): Promise<Map<Hash, ContentFault>> {
  const known = await listContentFaults(store.db);
  const changed = new Map([...found].filter(([hash, fault]) => (known.get(hash) ?? null) !== fault));
  const fresh = new Map<Hash, ContentFault>();
  for (const [hash, fault] of changed) {
    // A damaged content that was set aside is missing now: the same fault.
    if (fault === "missing" && known.has(hash)) changed.delete(hash);
    else if (fault !== null) fresh.set(hash, fault);
  }
  for (const [hash, fault] of fresh) {
    if (fault === "damaged") await blobs.setAside(hash);
    await thumbnails.remove(hash);
    const publications = (await listPublicationsByHash(store.db, hash)).map(({ id }) => id);
    log.error({ hash, fault, publications }, "the bytes of a publication are not as they were");
  }
  const [hash] = fresh.keys();
  if (changed.size > 0) {
    await store.transaction(async (tx) => {
      await saveContentFaults(tx, changed);
      if (hash) await emit(tx, "contents.damaged", { count: fresh.size, hash, now: clock.now() });
    });
  }
  return fresh;
}
