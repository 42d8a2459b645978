import type { Context } from "../../context.ts";
import { findOwnProfile, type Profile } from "../../store/profiles.ts";

/** Whose house it is; null before installation. */
export async function findOwner({ store }: Pick<Context, "store">): Promise<Profile | null> {
  return await findOwnProfile(store.db);
}
