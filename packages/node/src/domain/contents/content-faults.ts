import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { deleteMeta, listMeta, writeMeta } from "../../store/meta.ts";
import type { Reader, Tx } from "../../store/store.ts";
import { limits } from "../limits.ts";

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
