import { EwpError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { readMeta } from "../../store/meta.ts";
import { findOwnProfile, type Profile } from "../../store/profiles.ts";

/** The node's own profile, for a use case of the owner. Throws NOT_INSTALLED before installation. */
export async function requireOwner({ store }: Pick<Context, "store">): Promise<Profile> {
  const own = await findOwnProfile(store.db);
  if (!own) throw new AppError("NOT_INSTALLED", "This node has no owner yet: run `freehold init` first.");
  return own;
}

/** The node's own profile, for a request of a peer. Throws NODE_NOT_FOUND before installation (decisions 7). */
export async function requireInstalled({ store }: Pick<Context, "store">): Promise<Profile> {
  const own = await findOwnProfile(store.db);
  if (!own) throw new EwpError("NODE_NOT_FOUND", "This node is not installed yet.");
  return own;
}

/** Whether the node is installed, and since when (ISO 8601 UTC), as GET /api/install answers (decisions 7). */
export async function readInstallation({
  store,
}: Pick<Context, "store">): Promise<{ installed: boolean; installedAt: string | null }> {
  const installedAt = await readMeta(store.db, "installed_at");
  return { installed: installedAt !== null, installedAt };
}
