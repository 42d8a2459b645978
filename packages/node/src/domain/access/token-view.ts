import type { TokenKind } from "../../store/tables/access.ts";
import type { TokenRecord } from "../../store/tokens.ts";
import type { Scope } from "./caller.ts";
import { parseScopes } from "./parse-scopes.ts";

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
export function toTokenView(record: TokenRecord, now: number): TokenView {
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
