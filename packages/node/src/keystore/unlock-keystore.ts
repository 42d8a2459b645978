import { decryptKey } from "./decrypt-key.ts";
import { KeystoreError } from "./keystore-error.ts";
import { readKeystore } from "./keystore-file.ts";
import { createSigner, type Signer } from "./signer.ts";

/**
 * Opens the keystore at a path.
 * @throws KeystoreError KEYSTORE_NOT_FOUND, KEYSTORE_INVALID, WRONG_PASSWORD
 */
export async function unlockKeystore(path: string, password: string): Promise<Signer> {
  const json = await readKeystore(path);
  if (json === null) {
    throw new KeystoreError(
      "KEYSTORE_NOT_FOUND",
      `There is no keystore at ${path}. \`freehold init\` makes one; FREEHOLD_KEYSTORE tells where another one is.`,
    );
  }
  return createSigner(await decryptKey(json, password));
}
