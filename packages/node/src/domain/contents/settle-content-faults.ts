import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { notify } from "../notifications/notify.ts";
import { type ContentFault, listContentFaults, noteContentFaults } from "./content-faults.ts";

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
