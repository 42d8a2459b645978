import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Reader, Tx } from "../../store/database.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { limits } from "../limits.ts";
import { notify } from "../notifications/notify.ts";

/** `missing`: a row says that the bytes are here, and they are not. `damaged`: they were not what their hash says, and were set aside. */
export type ContentFault = "missing" | "damaged";

const prefix = "content_fault.";

/** The contents that are not here as they should be, of which up to `limits.contentFaults` are kept in mind. */
export async function listContentFaults(db: Reader): Promise<Map<Hash, ContentFault>> {
  const noted = await listMeta(db, prefix);
  return new Map([...noted].map(([hash, fault]) => [hash as Hash, fault as ContentFault]));
}

/** Writes down what is wrong with contents, each by its hash; null: nothing any more. */
export async function noteContentFaults(
  { store }: Pick<Context, "store">,
  found: ReadonlyMap<Hash, ContentFault | null>,
): Promise<void> {
  if (found.size > 0) await store.transaction((tx) => noteFaultsInside(tx, found));
}

/** The same in the caller's transaction. */
export async function noteFaultsInside(tx: Tx, found: ReadonlyMap<Hash, ContentFault | null>): Promise<void> {
  const known = await listContentFaults(tx);
  let room = limits.contentFaults - known.size;
  for (const [hash, fault] of found) {
    if (fault === null) await deleteMeta(tx, prefix + hash);
    else if (known.has(hash) || room-- > 0) await writeMeta(tx, prefix + hash, fault);
  }
}

/**
 * Acts on what a look at contents found: damaged bytes are set aside and their thumbnails go, faults are marked and
 * told once, marks of what is right again are removed.
 *
 * @param found by hash; null where all is well
 * @returns the faults among them that are new
 */
export async function settleContentFaults(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log">,
  found: ReadonlyMap<Hash, ContentFault | null>,
): Promise<Map<Hash, ContentFault>> {
  const { store, blobs, thumbnails, log } = context;
  const known = await listContentFaults(store.db);
  const changed = new Map([...found].filter(([hash, fault]) => (known.get(hash) ?? null) !== fault));
  const fresh = new Map<Hash, ContentFault>();
  for (const [hash, fault] of changed) {
    // Set aside before, it is missing now: the same fault.
    if (fault === "missing" && known.has(hash)) changed.delete(hash);
    else if (fault !== null) fresh.set(hash, fault);
  }
  for (const [hash, fault] of fresh) {
    if (fault === "damaged") await blobs.setAside(hash);
    await thumbnails.remove(hash);
    log.error(
      { hash, fault, publications: await idsOf(context, hash) },
      "the bytes of a publication are not as they were",
    );
  }
  await noteContentFaults(context, changed);
  if (fresh.size > 0) await tellOwner(context, fresh);
  return fresh;
}

async function idsOf({ store }: Pick<Context, "store">, hash: Hash): Promise<number[]> {
  return (await listPublicationsByHash(store.db, hash)).map(({ id }) => id);
}

async function tellOwner(
  { store, clock }: Pick<Context, "store" | "clock">,
  fresh: ReadonlyMap<Hash, ContentFault>,
): Promise<void> {
  const [hash = ""] = fresh.keys();
  await store.transaction((tx) =>
    notify(tx, { type: "damaged-content", count: fresh.size, hash, now: clock.now() }),
  );
}
