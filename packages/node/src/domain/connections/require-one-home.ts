import { type Address, PeerError, sameNodeUrl } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { findProfile } from "../../store/profiles.ts";

/**
 * For a follow of a node that is known at another URL. Nobody signs a profile, so anybody can serve somebody else's: as
 * long as the node still answers where it is known, and calls that its own URL, it does not live at a second one.
 *
 * @throws AppError CONFLICT
 */
export async function requireOneHome(
  { store, peers }: Pick<Context, "store" | "peers">,
  { address, url }: { address: Address; url: string },
): Promise<void> {
  const known = await findProfile(store.db, address);
  if (!known || sameNodeUrl(known.url, url)) return;
  const found = await peers
    .at(known.url)
    .profile()
    .catch((error: unknown) => {
      if (error instanceof PeerError) return null;
      throw error;
    });
  if (found?.address !== address || !sameNodeUrl(found.url, known.url)) return;
  throw new AppError(
    "CONFLICT",
    `${known.title} lives at ${known.url}. What answers at ${url} is another node that calls itself the same.`,
    { reason: "OTHER_NODE" },
  );
}
