import { randomBytes } from "node:crypto";
import { isPlainLine } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError, msg, type Sentence } from "../../errors/errors.ts";
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
import { parseScopes } from "./callers.ts";
import { type Scope, scopes } from "./scopes.ts";
import { encodeToken, obtainTokenKey } from "./token-format.ts";

/** No other answer contains the token itself: this node stores no copy of it. */
export type CreatedToken = TokenView & { readonly token: string };

/**
 * Creates a token for a program, which allows only its scopes (decisions 7).
 *
 * @param input `label`: the owner's name for it, 1 to 100 characters; `expiresInSeconds`: null until it is revoked
 * @throws AppError VALIDATION_FAILED for a bad label, scope or time; TOO_MANY; NOT_INSTALLED
 */
export async function createIntegrationToken(
  context: Pick<Context, "store" | "clock" | "owner">,
  input: { label: string; scopes: readonly string[]; expiresInSeconds: number | null },
): Promise<CreatedToken> {
  const { store, clock } = context;
  await requireOwner(context);
  const { token, record } = await makeToken(context, {
    kind: "integration",
    label: checkLabel(input.label, "A token", accessLimits.labelLength),
    scopes: checkScopes(input.scopes),
    lifetimeMs: input.expiresInSeconds === null ? null : checkSeconds(input.expiresInSeconds) * 1000,
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
    msg`There are ${accessLimits.integrationTokens} tokens. Revoke one that is no longer needed.`,
  );
}

/**
 * @param what the thing that needs the label. @returns it without white space around it. @throws AppError VALIDATION_FAILED
 */
export function checkLabel(text: string, what: string, longest: number): string {
  const label = text.trim();
  const isLong = [...label].length > longest;
  if (isPlainLine(label) && !isLong) return label;
  throw invalid(msg`${what} needs a name of 1 to ${longest} visible characters on one line.`);
}

function checkScopes(names: readonly string[]): Scope[] {
  const known = parseScopes(names);
  if (known.length === 0 || known.length !== new Set(names).size) {
    throw invalid(msg`A token needs at least one of these scopes: ${scopes.join(", ")}.`);
  }
  return known;
}

function checkSeconds(seconds: number): number {
  const { shortestTokenSeconds, longestTokenSeconds } = accessLimits;
  if (!Number.isSafeInteger(seconds) || seconds < shortestTokenSeconds || seconds > longestTokenSeconds) {
    throw invalid(
      "A token can be valid for one minute to ten years, in whole seconds, or until it is revoked.",
    );
  }
  return seconds;
}

function invalid(sentence: string | Sentence): AppError {
  return new AppError("VALIDATION_FAILED", sentence);
}

/**
 * The owner's integration tokens, then the sessions, each newest first; at most a few hundred. An integration token
 * that expired is listed for another 30 days.
 */
export async function listTokens({ store, clock }: Pick<Context, "store" | "clock">): Promise<TokenView[]> {
  const now = clock.now();
  const integrations = await listRecords(store.db, "integration");
  const sessions = await listRecords(store.db, "client");
  const isListed = ({ kind, expiresAt }: TokenRecord) =>
    expiresAt === null || expiresAt + (kind === "client" ? 0 : accessLimits.expiredTokenMs) > now;
  return [...integrations, ...sessions].filter(isListed).map((record) => toTokenView(record, now));
}

/**
 * Ends a token of either kind: the next request with it is refused.
 *
 * @throws AppError NOT_FOUND when there is none with that id
 */
export async function revokeToken({ store }: Pick<Context, "store">, id: string): Promise<void> {
  // PostgreSQL takes no NUL in a text.
  if (!id.includes("\0") && (await store.transaction((tx) => deleteToken(tx, id)))) return;
  throw new AppError("NOT_FOUND", "There is no token with that ID.");
}

/** Creates a token and its record. It is valid as soon as the record is stored. @param lifetimeMs null: until it is revoked */
export async function makeToken(
  context: Pick<Context, "store" | "clock">,
  input: { kind: TokenKind; label: string; scopes: readonly string[]; lifetimeMs: number | null },
): Promise<{ token: string; record: Omit<TokenRecord, "lastUsedAt"> }> {
  const { kind, label, scopes, lifetimeMs } = input;
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
  /** The owner's name for a program, or the browser of a session; null where it is unknown. */
  readonly label: string | null;
  /** None for a session, which may do everything. */
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  /** null: until it is revoked. */
  readonly expiresAt: string | null;
  readonly isExpired: boolean;
  /** To the minute; null: never. */
  readonly lastUsedAt: string | null;
}

/** @param now ms */
function toTokenView({ id, kind, label, scopes, ...times }: TokenRecord, now: number): TokenView {
  const { createdAt, expiresAt, lastUsedAt } = times;
  return {
    id,
    kind,
    label: label || null,
    scopes: parseScopes(scopes.split(" ")),
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    isExpired: expiresAt !== null && expiresAt <= now,
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  };
}
