import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { keccak256 } from "@freehold/protocol";

/** The keystore or its password file is not what it should be; the message is a sentence for the caller. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
}

const mostMemory = 1024 ** 3;
const mostRounds = 10_000_000;

/**
 * The private key of a keystore file (Web3 Secret Storage, version 3).
 *
 * @param passwordFile its first line is the password
 * @returns 32 bytes
 * @throws KeystoreError
 */
export async function readKeystore(file: string, passwordFile: string): Promise<Uint8Array> {
  const [text, password] = await Promise.all([read(file), read(passwordFile)]);
  return decrypt(parse(text), password.split(/\r?\n/, 1)[0] ?? "");
}

async function read(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new KeystoreError(`${file} can't be read.`, { cause: error });
  });
}

interface Keystore {
  kdf: string;
  parameters: Record<string, unknown>;
  iv: Buffer;
  ciphertext: Buffer;
  mac: Buffer;
}

function parse(text: string): Keystore {
  const whole = record(parseJson(text));
  const crypto = record(whole.crypto ?? whole.Crypto);
  if (whole.version !== 3 || crypto.cipher !== "aes-128-ctr") {
    throw new KeystoreError("This is no keystore of version 3.");
  }
  return {
    kdf: String(crypto.kdf),
    parameters: record(crypto.kdfparams),
    iv: bytes(record(crypto.cipherparams).iv),
    ciphertext: bytes(crypto.ciphertext),
    mac: bytes(crypto.mac),
  };
}

function decrypt({ kdf, parameters, iv, ciphertext, mac }: Keystore, password: string): Uint8Array {
  const derived = derive(kdf, parameters, password);
  const own = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]));
  if (mac.length !== own.length || !timingSafeEqual(mac, own)) {
    throw new KeystoreError("The password does not open the keystore.");
  }
  return createDecipheriv("aes-128-ctr", derived.subarray(0, 16), iv).update(ciphertext);
}

function derive(kdf: string, parameters: Record<string, unknown>, password: string): Buffer {
  const [n, r, p, c] = [parameters.n, parameters.r, parameters.p, parameters.c].map(Number);
  const salt = bytes(parameters.salt);
  if (kdf === "scrypt" && n && r && p && 128 * r * (n + p) <= mostMemory) {
    return scryptSync(password, salt, 32, { N: n, r, p, maxmem: 2 * mostMemory });
  }
  if (kdf === "pbkdf2" && c && c <= mostRounds) return pbkdf2Sync(password, salt, c, 32, "sha256");
  throw new KeystoreError("The keystore's key derivation can't be done here.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function bytes(value: unknown): Buffer {
  return Buffer.from(String(value).replace(/^0x/, ""), "hex");
}
