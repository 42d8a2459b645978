import type { Reader, Tx } from "./database.ts";
import { didChange, findRow } from "./query-results.ts";
import { type SignInNoncesTable, signInNonceColumns } from "./tables/access.ts";

/** A message that may be signed once to get a session. Times in ms. */
export type SignInNonce = Omit<SignInNoncesTable, "id">;

/**
 * Keeps one more, and makes room for it: what has expired goes, then the oldest of the same client beyond
 * `perClient`, then the oldest of all beyond `inAll`. To be called under a lock, for it looks at more than its row.
 */
export async function addSignInNonce(
  tx: Tx,
  nonce: SignInNonce,
  { perClient, inAll }: { perClient: number; inAll: number },
): Promise<void> {
  const { messageHash, address, domain, uri, client, createdAt, expiresAt } = nonce;
  await tx.deleteFrom("sign_in_nonces").where("expiresAt", "<=", createdAt).execute();
  const row = { messageHash, address, domain, uri, client, createdAt, expiresAt };
  await tx.insertInto("sign_in_nonces").values(row).execute();
  if (client !== null) await deleteOldest(tx, client, perClient);
  await deleteOldest(tx, null, inAll);
}

/** @param client whose; null for everybody's */
async function deleteOldest(tx: Tx, client: string | null, keep: number): Promise<void> {
  const last = tx
    .selectFrom("sign_in_nonces")
    .select("id")
    .$if(client !== null, (query) => query.where("client", "=", client))
    .orderBy("id", "desc")
    .offset(keep)
    .limit(1);
  await tx
    .deleteFrom("sign_in_nonces")
    .$if(client !== null, (query) => query.where("client", "=", client))
    .where("id", "<=", last)
    .execute();
}

/** The one for that message, or null where it was never given out, is used, or had to go. */
export function findSignInNonce(db: Reader, messageHash: string): Promise<SignInNonce | null> {
  return findRow(
    db.selectFrom("sign_in_nonces").select(signInNonceColumns).where("messageHash", "=", messageHash),
  );
}

/** Uses it up. @returns whether it was still there: one caller alone gets true */
export function useSignInNonce(tx: Tx, messageHash: string): Promise<boolean> {
  return didChange(tx.deleteFrom("sign_in_nonces").where("messageHash", "=", messageHash));
}
