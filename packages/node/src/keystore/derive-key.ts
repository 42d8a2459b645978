import { pbkdf2, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { scrypt as scryptInWasm } from "hash-wasm";
import { KeystoreError } from "./keystore-error.ts";

const MOST_MEMORY = 1024 ** 3;
/** Work beyond the memory: how often scrypt may fill it, and rounds of PBKDF2. A hostile file must not hold the CPU for hours. */
const MOST_SCRYPT_PASSES = 64;
const MOST_PBKDF2_ROUNDS = 10_000_000;

export interface ScryptParameters {
  n: number;
  r: number;
  p: number;
  salt: Uint8Array;
}

export interface Pbkdf2Parameters {
  c: number;
  salt: Uint8Array;
}

const pbkdf2Async = promisify(pbkdf2);

/**
 * The 32 bytes that scrypt makes of a password.
 * @throws KeystoreError KEYSTORE_INVALID when the parameters are none, or need more than 1 GiB of memory
 */
export function deriveWithScrypt(password: string, { n, r, p, salt }: ScryptParameters): Promise<Buffer> {
  if (n < 2 || !Number.isInteger(Math.log2(n))) {
    throw new KeystoreError("KEYSTORE_INVALID", "The keystore's scrypt parameter n is no power of two.");
  }
  const memory = 128 * r * (n + p);
  if (memory > MOST_MEMORY || p > MOST_SCRYPT_PASSES) {
    throw new KeystoreError(
      "KEYSTORE_INVALID",
      "The keystore's scrypt parameters need more than 1 GiB of memory.",
    );
  }
  return isWithinRfc7914(n, r)
    ? deriveNatively(password, { n, r, p, salt }, memory)
    : deriveInWasm(password, { n, r, p, salt });
}

/** OpenSSL takes no n of 2^(16 r) or more, as RFC 7914 has it; the definition of keystores has an example of that kind. */
function isWithinRfc7914(n: number, r: number): boolean {
  return Math.log2(n) < 16 * r;
}

function deriveNatively(
  password: string,
  { n, r, p, salt }: ScryptParameters,
  memory: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 2 * memory };
    scrypt(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

async function deriveInWasm(password: string, { n, r, p, salt }: ScryptParameters): Promise<Buffer> {
  const key = await scryptInWasm({
    password,
    salt,
    costFactor: n,
    blockSize: r,
    parallelism: p,
    hashLength: 32,
    outputType: "binary",
  });
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}

/**
 * The 32 bytes that PBKDF2 with HMAC-SHA-256 makes of a password.
 * @throws KeystoreError KEYSTORE_INVALID when it asks for more rounds than any honest file does
 */
export function deriveWithPbkdf2(password: string, { c, salt }: Pbkdf2Parameters): Promise<Buffer> {
  if (c > MOST_PBKDF2_ROUNDS) {
    throw new KeystoreError("KEYSTORE_INVALID", "The keystore's PBKDF2 parameters ask for too many rounds.");
  }
  return pbkdf2Async(password, salt, c, 32, "sha256");
}
