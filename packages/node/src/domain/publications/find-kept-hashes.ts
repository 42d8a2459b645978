import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findSignedHashes } from "../../store/publications.ts";

/** Those of the hashes under which something signed is kept here, whose ever it is. */
export async function findKeptHashes(
  { store }: Pick<Context, "store">,
  hashes: readonly Hash[],
): Promise<ReadonlySet<Hash>> {
  return await findSignedHashes(store.db, hashes);
}
