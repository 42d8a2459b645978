import { jwtVerify, SignJWT } from "jose";
import type { TokenKind } from "../../store/tables/access.ts";

/** Pinned: what a token says of its own algorithm is not believed. */
const algorithm = "HS256";
const type = "JWT";

/** What a token says of itself; what it may do stands in the database. Times in ms, whole seconds. */
export interface TokenClaims {
  readonly id: string;
  readonly kind: TokenKind;
  readonly issuedAt: number;
  /** null: it does not expire. */
  readonly expiresAt: number | null;
}

/** A token as text: a JWT (HS256) with `jti`, `kind`, `aud`, `iat`, and `exp` where it expires (decisions 7). */
export async function encodeToken(
  key: Uint8Array,
  { id, kind, issuedAt, expiresAt }: TokenClaims,
): Promise<string> {
  const token = new SignJWT({ kind })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setJti(id)
    .setAudience(audienceOf(kind))
    .setIssuedAt(issuedAt / 1000);
  if (expiresAt !== null) token.setExpirationTime(expiresAt / 1000);
  return await token.sign(key);
}

/**
 * Checks a token's signature, kind and time.
 *
 * @param kinds which ones are taken here
 * @param now ms
 * @returns its id and kind; null for anything else than an unexpired token of this key and one of these kinds
 */
export async function decodeToken(
  key: Uint8Array,
  token: string,
  { kinds, now }: { kinds: readonly TokenKind[]; now: number },
): Promise<Pick<TokenClaims, "id" | "kind"> | null> {
  const payload = await verify(key, token, now);
  const kind = kinds.find((one) => one === payload?.kind);
  if (!payload?.jti || kind === undefined || payload.aud !== audienceOf(kind)) return null;
  return { id: payload.jti, kind };
}

async function verify(key: Uint8Array, token: string, now: number) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      currentDate: new Date(now),
      requiredClaims: ["jti", "iat", "aud"],
    });
    return payload;
  } catch {
    // Whatever is wrong with it, it opens nothing, and nobody is told why.
    return null;
  }
}

function audienceOf(kind: TokenKind): string {
  return `freehold:${kind}`;
}
