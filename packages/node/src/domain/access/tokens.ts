import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import type { TokenKind } from "../../store/tables/access.ts";
import {
  addToken,
  countTokens,
  deleteExpiredTokens,
  deleteToken,
  listTokens as listRecords,
  type TokenRecord,
} from "../../store/tokens.ts";
import { requireOwner } from "../profile/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { parseScopes, type Scope, scopes } from "./callers.ts";
import { encodeToken, obtainTokenKey } from "./token-format.ts";

export interface NewIntegrationToken {
  /** The owner's own name for it: 1 to 100 characters. */
  label: string;
  scopes: readonly string[];
  /** null: it is good until it is revoked. */
  expiresInSeconds: number | null;
}

/** The token itself is in no other answer: this node keeps no copy of it. */
export type CreatedToken = TokenView & { readonly token: string };

/**
 * A token with which a program may do what its scopes say (decisions 7), and nothing else that is the owner's.
 *
 * @throws AppError VALIDATION_FAILED for a bad label, scope or time; TOO_MANY; NOT_INSTALLED
 */
export async function createIntegrationToken(
  context: Pick<Context, "store" | "clock" | "owner">,
  { label, scopes: names, expiresInSeconds }: NewIntegrationToken,
): Promise<CreatedToken> {
  const { store, clock } = context;
  await requireOwner(context);
  const { token, record } = await makeToken(context, {
    kind: "integration",
    label: checkLabel(label),
    scopes: checkScopes(names),
    lifetimeMs: expiresInSeconds === null ? null : checkSeconds(expiresInSeconds) * 1000,
  });
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "integration-tokens");
    await makeRoom(tx, clock.now());
    await addToken(tx, record);
  });
  return { ...toTokenView({ ...record, lastUsedAt: null }, clock.now()), token };
}

async function makeRoom(tx: Tx, now: number): Promise<void> {
  await deleteExpiredTokens(tx, "integration", now - accessLimits.expiredTokenMs);
  if ((await countTokens(tx, "integration")) < accessLimits.integrationTokens) return;
  throw new AppError(
    "TOO_MANY",
    `There are ${accessLimits.integrationTokens} tokens already: revoke one that is not needed any more.`,
  );
}

function checkLabel(text: string): string {
  const label = text.trim();
  const length = [...label].length;
  if (
    length < 1 ||
    length > accessLimits.labelLength ||
    /[\p{Cc}\p{Zl}\p{Zp}]/u.test(label) ||
    !label.isWellFormed()
  ) {
    throw invalid(`A token needs a label of 1 to ${accessLimits.labelLength} characters on one line.`);
  }
  return label;
}

function checkScopes(names: readonly string[]): Scope[] {
  const known = parseScopes(names);
  if (known.length === 0 || known.length !== new Set(names).size) {
    throw invalid(`A token needs one or more scopes out of ${scopes.join(", ")}.`);
  }
  return known;
}

function checkSeconds(seconds: number): number {
  const { shortestTokenSeconds, longestTokenSeconds } = accessLimits;
  if (!Number.isSafeInteger(seconds) || seconds < shortestTokenSeconds || seconds > longestTokenSeconds) {
    throw invalid("A token is good for one minute to ten years, in whole seconds, or until it is revoked.");
  }
  return seconds;
}

function invalid(sentence: string): AppError {
  return new AppError("VALIDATION_FAILED", sentence);
}

/**
 * The owner's integration tokens, then the sessions, each newest first; at most a few hundred. An integration token
 * that expired is listed for another 30 days.
 */
export async function listTokens({ store, clock }: Pick<Context, "store" | "clock">): Promise<TokenView[]> {
  const now = clock.now();
  const records = [
    ...(await listRecords(store.db, "integration")),
    ...(await listRecords(store.db, "client")),
  ];
  return records
    .filter(({ kind, expiresAt }) => {
      const shownFor = kind === "client" ? 0 : accessLimits.expiredTokenMs;
      return expiresAt === null || expiresAt + shownFor > now;
    })
    .map((record) => toTokenView(record, now));
}

/**
 * Ends a token of either kind: the next request with it is refused.
 *
 * @throws AppError NOT_FOUND when there is none with that id
 */
export async function revokeToken({ store }: Pick<Context, "store">, id: string): Promise<void> {
  // PostgreSQL takes no NUL in a text.
  if (!id.includes("\0") && (await store.transaction((tx) => deleteToken(tx, id)))) return;
  throw new AppError("NOT_FOUND", "There is no token with that id.");
}

/** A token that is good as soon as its record is stored. */
export interface MadeToken {
  readonly token: string;
  readonly record: Omit<TokenRecord, "lastUsedAt">;
}

/** Makes a token, and the record without which it opens nothing. @param lifetimeMs null: until it is revoked */
export async function makeToken(
  context: Pick<Context, "store" | "clock">,
  about: { kind: TokenKind; label: string; scopes: readonly string[]; lifetimeMs: number | null },
): Promise<MadeToken> {
  const { kind, label, scopes, lifetimeMs } = about;
  // In hex, so that no id begins with a dash on the command line.
  const id = randomBytes(12).toString("hex");
  const issuedAt = Math.floor(context.clock.now() / 1000) * 1000;
  const expiresAt = lifetimeMs === null ? null : issuedAt + lifetimeMs;
  const token = await encodeToken(await obtainTokenKey(context), { id, kind, issuedAt, expiresAt });
  return { token, record: { id, kind, label, scopes: scopes.join(" "), createdAt: issuedAt, expiresAt } };
}

/** A token as its owner sees it, without the token. Times are ISO 8601 UTC. */
export interface TokenView {
  readonly id: string;
  readonly kind: TokenKind;
  /** Of a session, the browser that it was begun in; null where that is not known. */
  readonly label: string | null;
  /** None for a session, which may do everything. */
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  /** null: it is good until it is revoked. */
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  /** To the minute; null: never. */
  readonly lastUsedAt: string | null;
}

/** @param now ms */
function toTokenView(record: TokenRecord, now: number): TokenView {
  const { id, kind, label, scopes, createdAt, expiresAt, lastUsedAt } = record;
  return {
    id,
    kind,
    label: label || null,
    scopes: parseScopes(scopes.split(" ")),
    createdAt: toIso(createdAt),
    expiresAt: expiresAt === null ? null : toIso(expiresAt),
    isExpired: expiresAt !== null && expiresAt <= now,
    lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
  };
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
