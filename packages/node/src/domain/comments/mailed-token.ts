import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A token that goes out by mail, and the hash by which it is known again: 32 random bytes, base64url. */
export function createMailedToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** Whether this is the token with that hash; null is the hash of none. */
export function isMailedToken(hash: string | null, token: string): boolean {
  return hash !== null && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(token)));
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
