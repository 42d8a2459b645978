import { createDecipheriv, timingSafeEqual } from "node:crypto";
import { deriveWithPbkdf2, deriveWithScrypt } from "./derive-key.ts";
import { macOf } from "./encrypt-key.ts";
import { KeystoreError } from "./keystore-error.ts";
import { keystoreSchema, type ParsedKeystore } from "./keystore-format.ts";
import { addressOf } from "./private-key.ts";

/**
 * The private key out of a keystore (Web3 Secret Storage version 3; scrypt or PBKDF2).
 * @param json the file's content, parsed
 * @returns 32 bytes; whoever takes them wipes them
 * @throws KeystoreError KEYSTORE_INVALID, WRONG_PASSWORD
 */
export async function decryptKey(json: unknown, password: string): Promise<Uint8Array> {
  const keystore = parseKeystore(json);
  const derived = await deriveKey(keystore.crypto, password);
  try {
    const { ciphertext, mac, cipherparams } = keystore.crypto;
    if (!timingSafeEqual(macOf(derived, ciphertext), mac)) {
      throw new KeystoreError("WRONG_PASSWORD", "The password does not open the keystore.");
    }
    const decipher = createDecipheriv("aes-128-ctr", derived.subarray(0, 16), cipherparams.iv);
    const privateKey = decipher.update(ciphertext);
    checkAddress(keystore, privateKey);
    return privateKey;
  } finally {
    derived.fill(0);
  }
}

/** @throws KeystoreError KEYSTORE_INVALID when it is no keystore of version 3 */
function parseKeystore(json: unknown): ParsedKeystore {
  const parsed = keystoreSchema.safeParse(json);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join(".") || "the file";
    throw new KeystoreError("KEYSTORE_INVALID", `This is no keystore of version 3 (see ${where}).`);
  }
  return parsed.data;
}

function deriveKey(crypto: ParsedKeystore["crypto"], password: string): Promise<Buffer> {
  return crypto.kdf === "scrypt"
    ? deriveWithScrypt(password, crypto.kdfparams)
    : deriveWithPbkdf2(password, crypto.kdfparams);
}

/** The address in the file is not covered by its checksum: it must be the one that the key has. */
function checkAddress(keystore: ParsedKeystore, privateKey: Uint8Array): void {
  const named = keystore.address;
  if (named && `0x${named.toString("hex")}` !== addressOf(privateKey).toLowerCase()) {
    privateKey.fill(0);
    throw new KeystoreError("KEYSTORE_INVALID", "The keystore names an address that its key does not have.");
  }
}
