import type { Context } from "../../context.ts";
import { findPublication as findPublicationRow } from "../../store/publications.ts";
import { type Caller, isAllowed } from "../access/caller.ts";
import { describePublications, type PublicationView } from "./describe-publications.ts";
import { findPublication } from "./find-publication.ts";

/** By what a publication is asked for. */
export type PublicationKey = Parameters<typeof findPublication>[1];

/**
 * Finds a publication that the caller may see: the owner's own by id, slug or content hash, a draft for the owner alone; by
 * id also one of somebody who is followed, for whoever may read the timeline.
 */
export async function findVisiblePublication(
  context: Pick<Context, "store">,
  key: PublicationKey,
  caller: Caller,
): Promise<PublicationView | null> {
  const own = await findPublication(context, key);
  const found = own ?? ("id" in key ? await findReplica(context, key.id, caller) : null);
  if (!found || (found.state === "draft" && caller.kind !== "client")) return null;
  const [view] = await describePublications(context, [found]);
  return view ?? null;
}

async function findReplica({ store }: Pick<Context, "store">, id: number, caller: Caller) {
  return isAllowed(caller, "read:timeline") ? await findPublicationRow(store.db, id) : null;
}
