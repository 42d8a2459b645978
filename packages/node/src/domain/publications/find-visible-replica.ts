import type { Hash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { listPublicationsByHash } from "../../store/publications.ts";
import { type Caller, isAllowed } from "../access/caller.ts";
import { describePublications, type PublicationView } from "./describe-publications.ts";

/**
 * Finds what has a hash among that which came from others, for whoever may read the timeline: the bytes are the same
 * whoever signed them.
 */
export async function findVisibleReplica(
  context: Pick<Context, "store">,
  contentHash: Hash,
  caller: Caller,
): Promise<PublicationView | null> {
  if (!isAllowed(caller, "read:timeline")) return null;
  const found = await listPublicationsByHash(context.store.db, contentHash);
  const [view] = await describePublications(
    context,
    found.filter(({ timestamp }) => timestamp !== null).slice(0, 1),
  );
  return view ?? null;
}
