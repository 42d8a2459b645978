import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../../context.ts";
import { accessLimits } from "./access-limits.ts";
import { obtainTokenKey } from "./token-format.ts";

/** The purpose of a message to sign; a seal for one purpose is not valid for another. */
export type Purpose = "sign-in" | "passkey-create" | "passkey-use";

/**
 * Seals a text to be signed, so that this node recognises it later. Nothing is stored before it is used: a table that
 * anybody can add to would let strangers push out the owner's (decision 0008).
 *
 * @param text everything that the seal is for
 * @returns 32 bytes; a part of at least ten is enough, since nobody can try them elsewhere
 */
export async function seal(
  context: Pick<Context, "store">,
  purpose: Purpose,
  text: string,
): Promise<Uint8Array> {
  // No token of this node begins so, and both have the same key.
  return createHmac("sha256", await obtainTokenKey(context))
    .update(`freehold:${purpose}\n${text}`)
    .digest();
}

/** Whether bytes are the beginning of the seal of a text. */
export async function isSeal(
  context: Pick<Context, "store">,
  given: Uint8Array,
  purpose: Purpose,
  text: string,
): Promise<boolean> {
  return timingSafeEqual((await seal(context, purpose, text)).subarray(0, given.length), given);
}

/** Whether it is not too late to use something that was given out at a time (ms). */
export function isInTime({ clock }: Pick<Context, "clock">, createdAt: number): boolean {
  const now = clock.now();
  // A clock that was set back must not make it last longer.
  return now < createdAt + accessLimits.signInMs && createdAt <= now + accessLimits.clockJumpMs;
}
