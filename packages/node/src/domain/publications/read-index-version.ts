import type { Context } from "../../context.ts";
import { readIndexVersion as readVersion } from "../../store/meta.ts";

/** A number that changes whenever this owner's index does: what was made from the index is good until then. */
export async function readIndexVersion({ store }: Pick<Context, "store">): Promise<number> {
  return await readVersion(store.db);
}
