import type { Address } from "@freehold/protocol";
import type { Generated } from "kysely";
import { column, columnsOf } from "../column-names.ts";

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

/** Messages that this node gave out to be signed, each for one sign-in. The nonce lies in the message. */
const signInNoncesTable = {
  id: column<Generated<number>>(),
  /** SHA-256 of the whole message. */
  messageHash: column<string>(),
  address: column<Address>(),
  domain: column<string>(),
  uri: column<string>(),
  /** Who asked for it, as a keyed hash of the IP address; null where that is not known. */
  client: column<string | null>(),
  createdAt: column<number>(),
  expiresAt: column<number>(),
};
export type SignInNoncesTable = typeof signInNoncesTable;
export const signInNonceColumns = columnsOf(signInNoncesTable, "id");
