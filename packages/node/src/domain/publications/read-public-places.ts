import type { Context } from "../../context.ts";
import { findOwnProfile, type Profile } from "../../store/profiles.ts";
import {
  countPublicPosts,
  type PublicPlace,
  readPublicPlaces as readRows,
} from "../../store/public-posts.ts";

/** Where the owner's posts are, for whoever wants to know of all of them. */
export interface PublicPlaces {
  readonly owner: Profile;
  /** Newest first. */
  readonly places: readonly PublicPlace[];
  readonly total: number;
}

/** A page of those posts that `readPublicPosts` gives, with no more than their places. Null before installation. */
export async function readPublicPlaces(
  { store }: Pick<Context, "store">,
  { limit, offset }: { limit: number; offset: number },
): Promise<PublicPlaces | null> {
  const owner = await findOwnProfile(store.db);
  if (!owner) return null;
  const publisher = owner.address;
  const total = await countPublicPosts(store.db, publisher);
  const places = offset < total ? await readRows(store.db, { publisher, limit, offset }) : [];
  return { owner, places, total };
}
