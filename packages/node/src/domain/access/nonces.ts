import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { addSignInNonce, findSignInNonce, type SignInNonce } from "../../store/sign-in-nonces.ts";
import { accessLimits } from "./access-limits.ts";
import { hashClientAddress } from "./callers.ts";

/**
 * Keeps what was given out to be signed until it is used or expires; over a limit, the oldest that waits is deleted.
 *
 * @param ip limits those of one client; null where it is unknown
 */
export async function keepNonce(
  store: Context["store"],
  nonce: Omit<SignInNonce, "client">,
  ip: string | null,
): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "sign-in");
    await addSignInNonce(
      tx,
      { ...nonce, client: await hashClientAddress(tx, ip) },
      { perClient: accessLimits.signInsPerClient, inAll: accessLimits.signIns },
    );
  });
}

/** Whether something that was signed may be used: it was given out by this node, to this page, and not too long ago. */
export async function checkNonce(
  { store, clock }: Pick<Context, "store" | "clock">,
  messageHash: string,
  { address, domain, uri }: { address: Address; domain: string; uri: string },
): Promise<"good" | "unknown" | "elsewhere" | "expired"> {
  const given = await findSignInNonce(store.db, messageHash);
  if (given?.address !== address) return "unknown";
  if (given.domain !== domain || given.uri !== uri) return "elsewhere";
  const now = clock.now();
  // A clock that was set back must not make it last longer.
  return now < given.expiresAt && given.createdAt <= now + accessLimits.clockJumpMs ? "good" : "expired";
}
