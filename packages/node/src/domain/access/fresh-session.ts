import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { findToken } from "../../store/tokens.ts";
import { accessLimits } from "./access-limits.ts";
import type { Caller } from "./callers.ts";

/**
 * Requires that the owner signed in a short time ago, with the key or a passkey. It guards everything that would outlive
 * the session: a stolen session is not enough to make another way in, or to copy private data.
 *
 * @param caller who asks; only the owner's session passes
 * @throws AppError REAUTHENTICATION_REQUIRED for a session that is older, or ended meanwhile; FORBIDDEN for another caller
 */
export async function requireFreshSession(
  { store, clock }: Pick<Context, "store" | "clock">,
  caller: Caller,
): Promise<void> {
  if (caller.kind !== "client") {
    throw new AppError("FORBIDDEN", "Only the signed-in owner can do that.");
  }
  const session = await findToken(store.db, caller.tokenId);
  if (session !== null && session.createdAt > clock.now() - accessLimits.freshSessionMs) return;
  const minutes = accessLimits.freshSessionMs / 60_000;
  throw new AppError(
    "REAUTHENTICATION_REQUIRED",
    msg`This needs a sign-in within the last ${minutes} minutes. Sign in again, then try again.`,
  );
}
