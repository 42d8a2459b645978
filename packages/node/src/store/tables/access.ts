import type { Address } from "@freehold/protocol";
import type { Generated } from "kysely";

/** `client`: the owner's session. `integration`: a program of the owner's. */
export type TokenKind = "client" | "integration";

/** Tokens that are good: one without its row lets nobody in. */
export interface TokensTable {
  /** The token's `jti`. */
  id: string;
  kind: TokenKind;
  /** The owner's own name for it; empty for a session. */
  label: string;
  /** With blanks between them; empty for a session, which may do everything. */
  scopes: string;
  createdAt: number;
  /** null: it is good until it is revoked. */
  expiresAt: number | null;
  /** To the minute. */
  lastUsedAt: number | null;
}

/** Messages that this node gave out to be signed, each for one sign-in. The nonce lies in the message. */
export interface SignInNoncesTable {
  id: Generated<number>;
  /** SHA-256 of the whole message. */
  messageHash: string;
  address: Address;
  domain: string;
  uri: string;
  /** Who asked for it, as a keyed hash of the IP address; null where that is not known. */
  client: string | null;
  createdAt: number;
  expiresAt: number;
}

export const tokenColumns = [
  "id",
  "kind",
  "label",
  "scopes",
  "createdAt",
  "expiresAt",
  "lastUsedAt",
] as const;

export const signInNonceColumns = [
  "messageHash",
  "address",
  "domain",
  "uri",
  "client",
  "createdAt",
  "expiresAt",
] as const;
