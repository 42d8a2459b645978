import { createCipheriv, scryptSync } from "node:crypto";
import { addressOfPrivateKey, keccak256 } from "@freehold/protocol";

/**
 * A key file of a test as a file field takes it. It needs a thousandth of the time of a real one to open.
 *
 * @param entropy that of the key's recovery words
 */
export function lightKeyFile(privateKey: Uint8Array, password: string, entropy: Uint8Array | null = null) {
  return {
    name: "key.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(encrypt(privateKey, password, entropy))),
  };
}

/** As Web3 Secret Storage version 3, by Node's own functions. */
function encrypt(privateKey: Uint8Array, password: string, entropy: Uint8Array | null): object {
  const [n, r, p] = [1024, 1, 1];
  const [salt, iv] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2)];
  const derived = scryptSync(password, salt, 64, { N: n, r, p });
  const ciphertext = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv).update(privateKey);
  const mac = Buffer.from(keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])));
  return {
    version: 3,
    address: addressOfPrivateKey(privateKey).slice(2).toLowerCase(),
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams: { dklen: 32, n, r, p, salt: salt.toString("hex") },
      mac: mac.toString("hex"),
    },
    ...(entropy && { "x-ethers": encryptWords(derived.subarray(32), entropy) }),
  };
}

/** As ethers writes the entropy of words. */
function encryptWords(key: Uint8Array, entropy: Uint8Array): object {
  const counter = Buffer.alloc(16, 3);
  return {
    version: "0.1",
    path: "m/44'/60'/0'/0/0",
    locale: "en",
    mnemonicCounter: counter.toString("hex"),
    mnemonicCiphertext: createCipheriv("aes-256-ctr", key, counter).update(entropy).toString("hex"),
  };
}
