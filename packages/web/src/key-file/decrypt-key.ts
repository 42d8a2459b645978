import { addressOfPrivateKey } from "@freehold/protocol";
import { bytesOf, deriveKey } from "./derive-key.ts";
import { crypt, macOf } from "./encrypt-key.ts";
import { KeyFileError } from "./key-file-error.ts";
import { parseKeystore } from "./keystore.ts";

/**
 * The private key out of a key file (Web3 Secret Storage version 3; scrypt or PBKDF2).
 *
 * @param text the file's content
 * @param onProgress gets the share that is done, from 0 to 1
 * @returns 32 bytes; whoever takes them wipes them
 * @throws KeyFileError
 */
export async function decryptKey(
  text: string,
  password: string,
  onProgress?: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { address, crypto } = parseKeystore(text);
  const ciphertext = bytesOf(crypto.ciphertext);
  const derived = await deriveKey(crypto, password, onProgress);
  try {
    if (macOf(derived, ciphertext) !== crypto.mac) throw new KeyFileError("wrong-password");
    const privateKey = await crypt(derived, crypto.cipherparams.iv, ciphertext);
    // The address in the file is not covered by its checksum: it must be the one that the key has.
    if (address !== undefined && addressOf(privateKey) !== `0x${address}`) {
      privateKey.fill(0);
      throw new KeyFileError("other-key");
    }
    return privateKey;
  } finally {
    derived.fill(0);
  }
}

function addressOf(privateKey: Uint8Array): string {
  try {
    return addressOfPrivateKey(privateKey).toLowerCase();
  } catch {
    throw new KeyFileError("no-key-file");
  }
}
