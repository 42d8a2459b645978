import type { Generated } from "kysely";
import { column, columnsOf } from "./column.ts";
import type { TraitsByTable } from "./table-traits.ts";

/** `client`: the owner's session. `integration`: a program of the owner's. */
export type TokenKind = "client" | "integration";

/** Tokens that are good: one without its row lets nobody in. */
const tokensTable = {
  /** The token's `jti`. */
  id: column<string>(),
  kind: column<TokenKind>(),
  /** The owner's own name for it; empty for a session. */
  label: column<string>(),
  /** With blanks between them; empty for a session, which may do everything. */
  scopes: column<string>(),
  createdAt: column<number>(),
  /** null: it is good until it is revoked. */
  expiresAt: column<number | null>(),
  /** To the minute. */
  lastUsedAt: column<number | null>(),
};
export type TokensTable = typeof tokensTable;
export const tokenColumns = columnsOf(tokensTable);

/** Messages and challenges with which somebody signed in, or made a passkey: each is good once. */
const usedSignInsTable = {
  id: column<Generated<number>>(),
  /** SHA-256 of the whole message; for a passkey's challenge, its purpose, a colon and the SHA-256. */
  key: column<string>(),
};
export type UsedSignInsTable = typeof usedSignInsTable;

/** Traits of the tables of access. */
export const accessTraits: TraitsByTable = {
  // No backup: one that was revoked since would be good again.
  tokens: {
    key: ["id"],
    inBackup: false,
    isPrivate: true,
    times: { created_at: "event", expires_at: "until", last_used_at: "event" },
    calls: null,
  },
  // No backup: their messages are sealed by a key that is not in the backup.
  used_sign_ins: { key: ["id"], counted: true, inBackup: false, isPrivate: true, calls: null },
};
