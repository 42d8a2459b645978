import { KeyFileError } from "./key-file-error.ts";

/** How the key that encrypts is made of a password. */
export type Derivation =
  | {
      readonly kdf: "scrypt";
      readonly kdfparams: {
        readonly dklen: 32;
        readonly n: number;
        readonly r: number;
        readonly p: number;
        readonly salt: string;
      };
    }
  | {
      readonly kdf: "pbkdf2";
      readonly kdfparams: {
        readonly dklen: 32;
        readonly c: number;
        readonly prf: "hmac-sha256";
        readonly salt: string;
      };
    };

/** A key file: Web3 Secret Storage version 3. Hex without `0x`. */
export interface Keystore {
  readonly version: 3;
  readonly id?: string;
  readonly address?: string;
  readonly crypto: Derivation & {
    readonly cipher: "aes-128-ctr";
    readonly cipherparams: { readonly iv: string };
    readonly ciphertext: string;
    readonly mac: string;
  };
}

type Record = { readonly [name: string]: unknown };

/**
 * Reads a key file that any Ethereum tool may have written; some write `Crypto` with a capital, some hex with `0x`.
 *
 * @throws KeyFileError no-key-file
 */
export function parseKeystore(text: string): Keystore {
  const file = read(text);
  const crypto = recordOf(file.crypto ?? file.Crypto);
  const params = recordOf(crypto.kdfparams);
  const isDerived =
    crypto.kdf === "scrypt"
      ? [params.n, params.r, params.p].every(isCount)
      : crypto.kdf === "pbkdf2" && isCount(params.c) && params.prf === "hmac-sha256";
  if (file.version !== 3 || crypto.cipher !== "aes-128-ctr" || !isDerived || params.dklen !== 32) {
    throw new KeyFileError("no-key-file");
  }
  return {
    version: 3,
    ...(file.address !== undefined && { address: hexOf(file.address, 20) }),
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: hexOf(recordOf(crypto.cipherparams).iv, 16) },
      ciphertext: hexOf(crypto.ciphertext, 32),
      mac: hexOf(crypto.mac, 32),
      kdf: crypto.kdf,
      kdfparams: { ...params, salt: hexOf(params.salt, null) },
    } as Keystore["crypto"],
  };
}

function read(text: string): Record {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    throw new KeyFileError("no-key-file");
  }
}

function recordOf(value: unknown): Record {
  if (typeof value !== "object" || value === null) throw new KeyFileError("no-key-file");
  return value as Record;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/** Hex in lower case without `0x`; of any length up to 256 bytes where none is given. */
function hexOf(value: unknown, bytes: number | null): string {
  const hex = String(value).toLowerCase().replace(/^0x/, "");
  const fits = bytes === null ? hex.length <= 512 && hex.length % 2 === 0 : hex.length === bytes * 2;
  if (typeof value !== "string" || !fits || !/^[0-9a-f]*$/.test(hex)) throw new KeyFileError("no-key-file");
  return hex;
}
