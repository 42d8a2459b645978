import { decryptKeystore, KeystoreError } from "@freehold/protocol";
import type { Config } from "../config.ts";
import { readKeystore } from "./keystore-file.ts";
import { readPasswordFile } from "./read-password-file.ts";
import { createSigner, type Signer } from "./signer.ts";

/**
 * Opens the keystore at a path.
 * @throws KeystoreError as `decryptKeystore`; KEYSTORE_NOT_FOUND
 */
export async function unlockKeystore(path: string, password: string): Promise<Signer> {
  const text = await readKeystore(path);
  if (text === null) {
    throw new KeystoreError(
      "KEYSTORE_NOT_FOUND",
      `There is no keystore at ${path}. \`freehold init\` makes one; FREEHOLD_KEYSTORE tells where another one is.`,
    );
  }
  return createSigner(await decryptKeystore(text, password));
}

/**
 * Unlocks the keystore without asking anybody.
 *
 * @returns null where there is no keystore, or no file that holds its password
 * @throws KeystoreError when there are both and they don't fit together
 */
export async function unlockWithPasswordFile({
  keystore,
  keystorePasswordFile,
}: Pick<Config, "keystore" | "keystorePasswordFile">): Promise<Signer | null> {
  if (keystorePasswordFile === null || (await readKeystore(keystore)) === null) return null;
  return await unlockKeystore(keystore, await readPasswordFile(keystorePasswordFile));
}
