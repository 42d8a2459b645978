import { readFile } from "node:fs/promises";
import { decryptKeystore, KeystoreError } from "@freehold/protocol";

/**
 * The private key of a keystore file (Web3 Secret Storage, version 3).
 *
 * @param passwordFile its first line is the password
 * @returns 32 bytes
 * @throws KeystoreError
 */
export async function readKeystore(file: string, passwordFile: string): Promise<Uint8Array> {
  const [text, password] = await Promise.all([read(file), read(passwordFile)]);
  return await decryptKeystore(text, password.split(/\r?\n/, 1)[0] ?? "");
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new KeystoreError("KEYSTORE_NOT_FOUND", `${file} can't be read.`, { cause: error });
  });
}
