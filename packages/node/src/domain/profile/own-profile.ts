import { isoSeconds, type NodeProfile } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { findOwnProfile, type Profile } from "../../store/profiles.ts";

/** The node's profile in baseline form (specification 2.1, 4.1), or null before installation. */
export async function readOwnProfile({ store }: Pick<Context, "store">): Promise<NodeProfile | null> {
  const own = await findOwnProfile(store.db);
  return own ? toNodeProfile(own) : null;
}

export function toNodeProfile(own: Profile): NodeProfile {
  return {
    address: own.address,
    url: own.url,
    title: own.title,
    description: own.description,
    ewpVersion: "1",
    createdAt: isoSeconds(Math.floor(own.createdAt / 1000)),
    updatedAt: isoSeconds(own.updatedAt),
  };
}

/** Whose house it is; null before installation. */
export async function findOwner({ store }: Pick<Context, "store">): Promise<Profile | null> {
  return await findOwnProfile(store.db);
}
