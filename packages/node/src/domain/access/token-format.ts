import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
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

const metaKey = "access.token_key";

/** What this node signs tokens with: 32 random bytes, made at the first need, once, and kept in the database alone. */
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

/** The same where it was made already, else null: then no token of this node can be there. */
export async function readTokenKey(db: Reader): Promise<Uint8Array | null> {
  const text = await readMeta(db, metaKey);
  return text === null ? null : Buffer.from(text, "base64url");
}
