import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { TokenKind } from "../../store/tables/access.ts";

// Pinned: the algorithm in a token's own header is not trusted.
const algorithm = "HS256";
const type = "JWT";

/**
 * A token as text: a JWT (HS256) with `jti`, `kind`, `aud`, `iat`, and `exp` where it expires (decisions 7). Its rights are in
 * the database. Times are milliseconds, whole seconds; `expiresAt` is null for a token that does not expire.
 */
export async function encodeToken(
  key: Uint8Array,
  claims: { id: string; kind: TokenKind; issuedAt: number; expiresAt: number | null },
): Promise<string> {
  const { id, kind, issuedAt, expiresAt } = claims;
  const { SignJWT } = await import("jose");
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
 * @param kinds the accepted kinds
 * @param now ms
 * @returns null for anything but an unexpired token of this key and one of these kinds
 */
export async function decodeToken(
  key: Uint8Array,
  token: string,
  { kinds, now }: { kinds: readonly TokenKind[]; now: number },
): Promise<{ id: string; kind: TokenKind } | null> {
  const payload = await verify(key, token, now);
  const kind = kinds.find((one) => one === payload?.kind);
  if (!payload?.jti || kind === undefined || payload.aud !== audienceOf(kind)) return null;
  return { id: payload.jti, kind };
}

async function verify(key: Uint8Array, token: string, now: number) {
  const { jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      currentDate: new Date(now),
      requiredClaims: ["jti", "iat", "aud"],
    });
    return payload;
  } catch {
    // The client does not learn the reason.
    return null;
  }
}

function audienceOf(kind: TokenKind): string {
  return `freehold:${kind}`;
}

const metaKey = "access.token_key";

/** The key that signs this node's tokens: 32 random bytes, created once when first needed, and stored only in the database. */
export async function obtainTokenKey({ store }: Pick<Context, "store">): Promise<Uint8Array> {
  const known = await readTokenKey(store.db);
  if (known) return known;
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "token-key");
    const meanwhile = await readTokenKey(tx);
    if (meanwhile) return meanwhile;
    const made = randomBytes(32);
    await writeMeta(tx, metaKey, made.toString("base64url"));
    return made;
  });
}

/** The same key; null where it was never created, so that no token of this node exists. */
export async function readTokenKey(db: Reader): Promise<Uint8Array | null> {
  const text = await readMeta(db, metaKey);
  return text === null ? null : Buffer.from(text, "base64url");
}
