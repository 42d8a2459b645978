import { createHash } from "node:crypto";

/** By this a message is known again: it must be the very one that was given out, the nonce and all. */
export function hashSignInMessage(message: string): string {
  return createHash("sha256").update(message).digest("hex");
}
