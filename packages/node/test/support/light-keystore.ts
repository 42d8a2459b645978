import { createCipheriv, randomBytes, randomUUID, scryptSync } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addressOfPrivateKey, keccak256 } from "@freehold/protocol";

/** Each use of a keystore of full strength takes a second of a processor; this one takes none. */
const strength = { n: 2, r: 8, p: 1 } as const;

/**
 * Puts a keystore into a data folder, as an interrupted `freehold init` leaves it. `init` then takes its key.
 *
 * @param privateKey 32 bytes; a new key without it
 */
export async function placeLightKeystore(
  dataDir: string,
  password: string,
  privateKey: Uint8Array = randomBytes(32),
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, "keystore.json"), makeLightKeystore(password, privateKey), { mode: 0o600 });
}

/** @returns the text of a keystore (Web3 Secret Storage version 3) */
export function makeLightKeystore(password: string, privateKey: Uint8Array): string {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const { n: N, r, p } = strength;
  const derived = scryptSync(password, salt, 32, { N, r, p });
  const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(privateKey), cipher.final()]);
  const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16), ciphertext])));
  return JSON.stringify({
    address: addressOfPrivateKey(privateKey).slice(2).toLowerCase(),
    id: randomUUID(),
    version: 3,
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams: { dklen: 32, ...strength, salt: salt.toString("hex") },
      mac: mac.toString("hex"),
    },
  });
}
