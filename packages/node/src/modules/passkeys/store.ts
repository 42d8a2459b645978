import type { Reader, Tx } from "../../store/database.ts";
import { countRows, didChange, findRow } from "../../store/query-results.ts";
import { type PasskeysTable, passkeyColumns } from "./tables.ts";

/** A passkey of the owner. Times in ms. */
export type Passkey = Omit<PasskeysTable, "id"> & { readonly id: number };

/** @returns its id */
export async function insertPasskey(tx: Tx, passkey: Omit<Passkey, "id" | "lastUsedAt">): Promise<number> {
  const { credentialId, publicKey, counter, label, transports, rpId, createdAt } = passkey;
  const row = { credentialId, publicKey, counter, label, transports, rpId, createdAt, lastUsedAt: null };
  return (await tx.insertInto("passkeys").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** All, newest first. */
export function listPasskeys(db: Reader): Promise<Passkey[]> {
  return db.selectFrom("passkeys").select(passkeyColumns).orderBy("id", "desc").execute();
}

export function countPasskeys(db: Reader): Promise<number> {
  return countRows(db.selectFrom("passkeys"));
}

/** @param credentialId the authenticator's name of it */
export function findPasskey(db: Reader, credentialId: string): Promise<Passkey | null> {
  return findRow(db.selectFrom("passkeys").select(passkeyColumns).where("credentialId", "=", credentialId));
}

/** Notes a use. @returns whether the passkey is still there as it was read: one caller alone gets true for a counter */
export function notePasskeyUse(
  tx: Tx,
  { id, counter }: Pick<Passkey, "id" | "counter">,
  use: { counter: number; lastUsedAt: number },
): Promise<boolean> {
  return didChange(tx.updateTable("passkeys").set(use).where("id", "=", id).where("counter", "=", counter));
}

/** @returns whether it was there */
export function deletePasskey(tx: Tx, id: number): Promise<boolean> {
  return didChange(tx.deleteFrom("passkeys").where("id", "=", id));
}
