import type { Context } from "../../context.ts";
import { readMeta } from "../../store/meta.ts";

/** Whether the node is installed, and since when (ISO 8601 UTC), as GET /api/install answers (decisions 7). */
export async function readInstallation({
  store,
}: Pick<Context, "store">): Promise<{ installed: boolean; installedAt: string | null }> {
  const installedAt = await readMeta(store.db, "installed_at");
  return { installed: installedAt !== null, installedAt };
}
