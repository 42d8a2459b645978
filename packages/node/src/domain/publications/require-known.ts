import { parseHash } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { readPublications } from "../../store/publications.ts";
import type { Caller } from "../access/caller.ts";

/** A publication that somebody wants signed, and the hash that they say it has; null where they say none. */
export interface WantedSignature {
  readonly id: number;
  readonly contentHash: string | null;
}

/**
 * Of a draft a program learns nothing that it does not know: it has to name its hash, as whoever has its bytes can. Its
 * owner, in a session, sees it anyway.
 *
 * @throws AppError NOT_FOUND for a draft with another hash, in the words for one that is not there
 */
export async function requireKnown(
  { store }: Pick<Context, "store">,
  wanted: readonly WantedSignature[],
  caller: Caller,
): Promise<void> {
  if (caller.kind === "client" || wanted.length === 0) return;
  const own = await findOwnProfile(store.db);
  const rows = await readPublications(
    store.db,
    wanted.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  for (const { id, contentHash } of wanted) {
    const row = found.get(id);
    const isThere = row !== undefined && row.publisherAddress === own?.address;
    if (isThere && (row.state !== "draft" || row.contentHash === parseHash(contentHash ?? ""))) continue;
    throw new AppError("NOT_FOUND", `There is no publication ${id} of yours.`);
  }
}
