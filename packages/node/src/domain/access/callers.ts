import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { prefixOf } from "../../limiter/network.ts";
import type { Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { TokenKind } from "../../store/tables/access.ts";
import { findToken, noteTokenUse, type TokenRecord } from "../../store/tokens.ts";
import { accessLimits } from "./access-limits.ts";
import { decodeToken, readTokenKey } from "./token-format.ts";

/** What an integration token may be allowed to do. */
export const scopes = [
  "read:timeline",
  "create:publications",
  "update:publications",
  "delete:publications",
  "sign:publications",
  "manage:comments",
  "manage:connections",
  "manage:settings",
] as const;
export type Scope = (typeof scopes)[number];

/** Who calls: anybody, the owner in a session, or a program with a token of the owner's. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "client"; readonly tokenId: string }
  | { readonly kind: "integration"; readonly tokenId: string; readonly scopes: ReadonlySet<Scope> };

/** A reader. */
export const anybody: Caller = { kind: "anonymous" };

/** Who may do something: anybody; the owner alone; or the owner and whoever has this scope. */
export type AccessRule = "public" | "owner" | Scope;

/** Whether a caller may do what the rule is about. */
export function isAllowed(caller: Caller, rule: AccessRule): boolean {
  if (rule === "public" || caller.kind === "client") return true;
  return rule !== "owner" && caller.kind === "integration" && caller.scopes.has(rule);
}

/** @throws AppError UNAUTHENTICATED for nobody in particular, FORBIDDEN for who is known and may not do that */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (isAllowed(caller, rule)) return;
  if (caller.kind === "anonymous") {
    throw new AppError("UNAUTHENTICATED", "Only the owner may do that: sign in first.");
  }
  const lacking =
    rule === "owner"
      ? "Only the owner's own session may do that."
      : `This token does not have the scope ${rule}.`;
  throw new AppError("FORBIDDEN", lacking);
}

/** The scopes among these names, each once, in the order of the table; other names are left out. */
export function parseScopes(names: readonly string[]): Scope[] {
  return scopes.filter((scope) => names.includes(scope));
}

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

const clientKeyName = "comments.client_key";

/**
 * Who writes, as a hash that nobody can turn back without this node's own key: of an IPv4 address, or of the /64 of an
 * IPv6 one, for a household has 2^64 of those.
 *
 * @param ip null where it is not known: then nothing is
 */
export async function hashClientAddress(tx: Tx, ip: string | null): Promise<string | null> {
  if (ip === null) return null;
  return createHmac("sha256", await readClientKey(tx))
    .update(prefixOf(ip))
    .digest("hex");
}

async function readClientKey(tx: Tx): Promise<string> {
  const stored = await readMeta(tx, clientKeyName);
  if (stored !== null) return stored;
  const key = randomBytes(32).toString("hex");
  await writeMeta(tx, clientKeyName, key);
  return key;
}
