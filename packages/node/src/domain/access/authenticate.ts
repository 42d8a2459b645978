import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { TokenKind } from "../../store/tables/access.ts";
import { findToken, noteTokenUse, type TokenRecord } from "../../store/tokens.ts";
import { accessLimits } from "./access-limits.ts";
import type { Caller } from "./caller.ts";
import { decodeToken } from "./encode-token.ts";
import { parseScopes } from "./parse-scopes.ts";
import { readTokenKey } from "./token-key.ts";

type Needs = Pick<Context, "store" | "clock" | "log">;

/** What came with a request: the token of an `Authorization: Bearer` header, and that of the session cookie. */
export interface Credentials {
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/**
 * Who calls (decisions 7). A bearer may be a session or an integration token; a cookie is a session alone. Where both are
 * there, the bearer counts. A token whose record is gone, by logout or because it was revoked, opens nothing.
 *
 * @throws AppError UNAUTHENTICATED when there is a token, and it is not good: nobody is told why
 */
export async function authenticate(context: Needs, { bearer, cookie }: Credentials): Promise<Caller> {
  if (bearer !== null) return await identify(context, bearer, ["client", "integration"]);
  if (cookie !== null) return await identify(context, cookie, ["client"]);
  return { kind: "anonymous" };
}

async function identify(context: Needs, token: string, kinds: readonly TokenKind[]): Promise<Caller> {
  const record = await findGoodToken(context, token, kinds);
  if (!record) {
    throw new AppError(
      "UNAUTHENTICATED",
      "This token is not good here: it expired, was revoked, or is another's.",
    );
  }
  await noteUse(context, record);
  const { id: tokenId, kind, scopes } = record;
  return kind === "client"
    ? { kind, tokenId }
    : { kind, tokenId, scopes: new Set(parseScopes(scopes.split(" "))) };
}

async function findGoodToken(
  { store, clock }: Needs,
  token: string,
  kinds: readonly TokenKind[],
): Promise<TokenRecord | null> {
  const now = clock.now();
  const key = token.length <= accessLimits.tokenLength ? await readTokenKey(store.db) : null;
  const claims = key && (await decodeToken(key, token, { kinds, now }));
  const record = claims && (await findToken(store.db, claims.id));
  if (!record || record.kind !== claims.kind) return null;
  const isOver = record.expiresAt !== null && record.expiresAt <= now;
  // A clock that was wrong when it was issued, and is not any more, must not make it last longer.
  const isEarly = record.createdAt > now + accessLimits.clockJumpMs;
  return isOver || isEarly ? null : record;
}

/** To the minute, so that reading is not writing. */
async function noteUse({ store, clock, log }: Needs, { id, lastUsedAt }: TokenRecord): Promise<void> {
  const now = clock.now();
  const unlessAfter = now - accessLimits.lastUseMs;
  if (lastUsedAt !== null && lastUsedAt > unlessAfter && lastUsedAt <= now) return;
  try {
    await store.transaction((tx) => noteTokenUse(tx, id, { now, unlessAfter }));
  } catch (error) {
    // A full disk must not lock the owner out.
    log.warn({ err: error, tokenId: id }, "the last use of a token could not be noted");
  }
}
