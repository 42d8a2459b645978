import { dialectOf, type Reader, type Tx } from "./database.ts";
import { markDue } from "./due-queues.ts";
import { prepareQuery } from "./prepare-query.ts";
import { countRows, didChange } from "./query-results.ts";
import { type TokenKind, type TokensTable, tokenColumns } from "./tables/access.ts";

/** A token that is good, or was until it expired. Times in ms. */
export type TokenRecord = TokensTable;

const selectToken = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom("tokens").select(tokenColumns).where("id", "=", id),
);

const selectHeldToken = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom("tokens")
    .select(tokenColumns)
    .where("id", "=", id)
    .$if(dialectOf(db).rowLocks, (query) => query.forKeyShare()),
);

export async function addToken(tx: Tx, token: Omit<TokenRecord, "lastUsedAt">): Promise<void> {
  const { id, kind, label, scopes, createdAt, expiresAt } = token;
  const row = { id, kind, label, scopes, createdAt, expiresAt, lastUsedAt: null };
  await tx.insertInto("tokens").values(row).execute();
}

/** The token with that id, or null. Asked with every request that carries one. */
export async function findToken(db: Reader, id: string): Promise<TokenRecord | null> {
  const [row] = await selectToken(db, { id });
  return row ?? null;
}

/** The same, and a deletion waits until the transaction of the caller has ended. */
export async function holdToken(tx: Tx, id: string): Promise<TokenRecord | null> {
  const [row] = await selectHeldToken(tx, { id });
  return row ?? null;
}

/** All of a kind, newest first. */
export async function listTokens(db: Reader, kind: TokenKind): Promise<TokenRecord[]> {
  return db
    .selectFrom("tokens")
    .select(tokenColumns)
    .where("kind", "=", kind)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
}

export function countTokens(db: Reader, kind: TokenKind): Promise<number> {
  return countRows(db.selectFrom("tokens").where("kind", "=", kind));
}

/** Notes when a token was used, unless that was noted after `unlessAfter` (ms). */
export async function noteTokenUse(
  tx: Tx,
  id: string,
  { now, unlessAfter }: { now: number; unlessAfter: number },
): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ lastUsedAt: now })
    .where("id", "=", id)
    .where((eb) =>
      eb.or([eb("lastUsedAt", "is", null), eb("lastUsedAt", "<=", unlessAfter), eb("lastUsedAt", ">", now)]),
    )
    .execute();
}

/** Lets a token end at a time (ms), unless it ends sooner. */
export async function endTokenAt(tx: Tx, id: string, at: number): Promise<void> {
  await tx
    .updateTable("tokens")
    .set({ expiresAt: at })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", at)]))
    .execute();
}

/** @returns whether it was there */
export function deleteToken(tx: Tx, id: string): Promise<boolean> {
  markDue(tx, "sessions");
  return didChange(tx.deleteFrom("tokens").where("id", "=", id));
}

/** Forgets the tokens of a kind that expired at a time (ms) or before. */
export async function deleteExpiredTokens(tx: Tx, kind: TokenKind, at: number): Promise<void> {
  await tx.deleteFrom("tokens").where("expiresAt", "<=", at).where("kind", "=", kind).execute();
}

/** Forgets the tokens of a kind but the `keep` that were used, or else made, last. */
export async function deleteIdleTokens(tx: Tx, kind: TokenKind, keep: number): Promise<void> {
  markDue(tx, "sessions");
  const idle = tx
    .selectFrom("tokens")
    .select("id")
    .where("kind", "=", kind)
    .orderBy((eb) => eb.fn.coalesce("lastUsedAt", "createdAt"), "desc")
    .orderBy("id")
    // There is no offset without a limit in SQLite.
    .limit(1_000)
    .offset(keep);
  await tx.deleteFrom("tokens").where("id", "in", idle).execute();
}
