import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Tx } from "../../store/database.ts";
import { addToken, countTokens, deleteExpiredTokens } from "../../store/tokens.ts";
import { requireOwner } from "../installation/owner.ts";
import { accessLimits } from "./access-limits.ts";
import { type Scope, scopes } from "./caller.ts";
import { makeToken } from "./make-token.ts";
import { parseScopes } from "./parse-scopes.ts";
import { type TokenView, toTokenView } from "./token-view.ts";

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
  context: Pick<Context, "store" | "clock">,
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
