import type { Context } from "../../context.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { readPublications } from "../../store/publications.ts";
import { type Caller, isAllowed } from "../access/caller.ts";
import { describePublications, type PublicationView } from "./describe-publications.ts";

/**
 * Those of several publications that the caller may see, in no particular order: drafts for the owner alone, those of others
 * for whoever may read the timeline.
 */
export async function readVisiblePublications(
  context: Pick<Context, "store">,
  ids: readonly number[],
  caller: Caller,
): Promise<PublicationView[]> {
  const { db } = context.store;
  const own = await findOwnProfile(db);
  const rows = await readPublications(db, [...new Set(ids)]);
  const visible = rows.filter(({ state, publisherAddress }) => {
    if (state === "draft") return caller.kind === "client";
    return publisherAddress === own?.address || isAllowed(caller, "read:timeline");
  });
  return await describePublications(context, visible);
}
