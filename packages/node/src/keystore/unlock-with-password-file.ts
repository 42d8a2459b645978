import type { Config } from "../config.ts";
import { readKeystore } from "./keystore-file.ts";
import { readPasswordFile } from "./read-password-file.ts";
import type { Signer } from "./signer.ts";
import { unlockKeystore } from "./unlock-keystore.ts";

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
