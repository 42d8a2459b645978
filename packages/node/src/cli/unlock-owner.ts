import { type Address, KeystoreError } from "@freehold/protocol";
import { readKeystore, unlockKeystore } from "../domain/access/keystore.ts";
import type { Signer } from "../domain/access/signer.ts";
import { AppError } from "../errors.ts";
import type { Call } from "./command.ts";
import { obtainPassword } from "./obtain-password.ts";

/**
 * Unlocks the key of this node's owner. The password is asked for only when there is something to unlock with it.
 * @throws KeystoreError; AppError USAGE when there is no way to a password; AppError WRONG_KEY for another owner's key
 */
export async function unlockOwner(call: Pick<Call, "config" | "terminal">, owner: Address): Promise<Signer> {
  const { keystore } = call.config;
  if ((await readKeystore(keystore)) === null) {
    throw new KeystoreError(
      "KEYSTORE_NOT_FOUND",
      `There is no keystore at ${keystore}, and this needs the owner's key. FREEHOLD_KEYSTORE tells where it is.`,
    );
  }
  const signer = await unlockKeystore(keystore, await obtainPassword(call));
  if (signer.address !== owner) {
    signer[Symbol.dispose]();
    throw new AppError(
      "WRONG_KEY",
      `The keystore holds the key of ${signer.address}; this node belongs to ${owner}.`,
    );
  }
  return signer;
}
