import { minuteMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError, hasCode, msg } from "../../errors/errors.ts";
import type { TokenKind } from "../../store/tables/access.ts";
import { findToken, noteTokenUse, type TokenRecord } from "../../store/tokens.ts";
import { accessLimits } from "./access-limits.ts";
import { type Scope, scopes } from "./scopes.ts";
import { decodeToken, readTokenKey } from "./token-format.ts";

const lastUseMs = minuteMs; // the precision of a token's last use
const tokenLength = 1_024; // a token

/** The sender of a request: anonymous, the owner in a session, or a program with an integration token. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "client"; readonly tokenId: string }
  | {
      readonly kind: "integration";
      readonly tokenId: string;
      /** The owner's name for the program. */
      readonly label: string;
      readonly scopes: ReadonlySet<Scope>;
    };

/** The caller without credentials: a reader. */
export const anybody: Caller = { kind: "anonymous" };

/** The callers who may do something: everybody; only the owner; or the owner and programs with this scope. */
export type AccessRule = "public" | "owner" | Scope;

export function isAllowed(caller: Caller, rule: AccessRule): boolean {
  if (rule === "public" || caller.kind === "client") return true;
  return rule !== "owner" && caller.kind === "integration" && caller.scopes.has(rule);
}

/** @throws AppError UNAUTHENTICATED for an anonymous caller, FORBIDDEN for a known one without the right */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (isAllowed(caller, rule)) return;
  if (caller.kind === "anonymous") {
    throw new AppError("UNAUTHENTICATED", "Only the owner can do that. Sign in first.");
  }
  const lacking =
    rule === "owner"
      ? "Only the signed-in owner can do that."
      : msg`This token does not have the scope ${rule}.`;
  throw new AppError("FORBIDDEN", lacking);
}

/** The scopes among these names, each once, in the order of the table; other names are left out. */
export function parseScopes(names: readonly string[]): Scope[] {
  return scopes.filter((scope) => names.includes(scope));
}

type Needs = Pick<Context, "store" | "clock" | "log">;

/** The tokens of a request: from an `Authorization: Bearer` header, and from the session cookie. */
interface Credentials {
  readonly bearer: string | null;
  readonly cookie: string | null;
}

/**
 * Finds the caller of a request (decisions 7). A bearer may be a session or an integration token; a cookie only a session.
 * The bearer counts if both are there. A token without a record was revoked, or its session ended.
 *
 * @throws AppError UNAUTHENTICATED for a bad token; the message does not say why
 */
export async function authenticate(context: Needs, { bearer, cookie }: Credentials): Promise<Caller> {
  if (bearer !== null) return await identify(context, bearer, ["client", "integration"]);
  if (cookie !== null) return await identify(context, cookie, ["client"]);
  return { kind: "anonymous" };
}

/** Like `authenticate`, but null for a bad token. */
export async function findCaller(context: Needs, credentials: Credentials): Promise<Caller | null> {
  return await authenticate(context, credentials).catch((error: unknown) => {
    if (hasCode(error, "UNAUTHENTICATED")) return null;
    throw error;
  });
}

async function identify(context: Needs, token: string, kinds: readonly TokenKind[]): Promise<Caller> {
  const record = await findGoodToken(context, token, kinds);
  if (!record) {
    throw new AppError(
      "UNAUTHENTICATED",
      "This token is invalid: it expired, was revoked, or belongs to another node.",
    );
  }
  await noteUse(context, record);
  const { id: tokenId, kind, label, scopes } = record;
  return kind === "client"
    ? { kind, tokenId }
    : { kind, tokenId, label, scopes: new Set(parseScopes(scopes.split(" "))) };
}

async function findGoodToken(
  { store, clock }: Needs,
  token: string,
  kinds: readonly TokenKind[],
): Promise<TokenRecord | null> {
  const now = clock.now();
  const key = token.length <= tokenLength ? await readTokenKey(store.db) : null;
  const claims = key && (await decodeToken(key, token, { kinds, now }));
  const record = claims && (await findToken(store.db, claims.id));
  if (!record || record.kind !== claims.kind) return null;
  return isTokenGood(record, now) ? record : null;
}

/** Whether a token has not expired. @param now ms */
export function isTokenGood(
  { createdAt, expiresAt }: Pick<TokenRecord, "createdAt" | "expiresAt">,
  now: number,
): boolean {
  const isOver = expiresAt !== null && expiresAt <= now;
  // A token from a time when the clock was too fast must not last longer.
  const isEarly = createdAt > now + accessLimits.clockJumpMs;
  return !isOver && !isEarly;
}

/** Writes at most once a minute, so that reads rarely cause a write. */
async function noteUse({ store, clock, log }: Needs, { id, lastUsedAt }: TokenRecord): Promise<void> {
  const now = clock.now();
  const unlessAfter = now - lastUseMs;
  if (lastUsedAt !== null && lastUsedAt > unlessAfter && lastUsedAt <= now) return;
  try {
    await store.transaction((tx) => noteTokenUse(tx, id, { now, unlessAfter }));
  } catch (error) {
    // A full disk must not lock the owner out.
    log.warn({ err: error, tokenId: id }, "the last use of a token could not be noted");
  }
}
