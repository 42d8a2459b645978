import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import type { TokenKind } from "../../store/tables/access.ts";
import type { TokenRecord } from "../../store/tokens.ts";
import { encodeToken } from "./encode-token.ts";
import { obtainTokenKey } from "./token-key.ts";

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
