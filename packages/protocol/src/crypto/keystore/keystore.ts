import { z } from "zod";
import { scrypt } from "#hashing";
import { keccak256 } from "../hashes.ts";
import { fromHex, toHex } from "../hex.ts";
import { addressOfPrivateKey } from "../recover.ts";

/** The definition's recommendation: 128 MiB and about half a second for each guess. */
const strength = { n: 131_072, r: 8, p: 1 } as const;

/** Limits for hostile or broken files, which must not exhaust memory or CPU. */
const maxMemory = 1024 ** 3;
const maxScryptPasses = 64;
const maxPbkdf2Rounds = 10_000_000;

type Bytes = Uint8Array<ArrayBuffer>;
type OnProgress = (share: number) => void;

/** A key, and the entropy of the recovery words that it is derived from; null for a key without words. */
export interface OpenedKey {
  readonly privateKey: Bytes;
  /** 16 to 32 bytes (BIP-39). The caller checks that the key is derived from them. */
  readonly entropy: Bytes | null;
}

/** The path of the key below its words, as wallets derive the first account of Ethereum (BIP-44). */
export const keyPath = "m/44'/60'/0'/0/0";

/** Hex with or without `0x`: tools write both. */
const hex = (pattern: string) =>
  z
    .string()
    .regex(new RegExp(`^(0x)?${pattern}$`, "i"))
    .transform((text) => fromHex(`0x${text.replace(/^0x/i, "")}`));
const hexBytes = (bytes: number) => hex(`[0-9a-f]{${bytes * 2}}`);
const salt = hex("([0-9a-f]{2}){0,256}");
const count = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const powerOfTwo = count.refine((n) => n > 1 && Number.isInteger(Math.log2(n)));
const common = {
  cipher: z.literal("aes-128-ctr"),
  cipherparams: z.object({ iv: hexBytes(16) }),
  // A key that begins with zeros: earlier versions of geth left them out.
  ciphertext: hex("[0-9a-f]{56}([0-9a-f]{2}){0,4}"),
  mac: hexBytes(32),
};
/**
 * The entropy of the words as ethers writes it: a field that other tools ignore. Its key is what scrypt gives beyond the 32
 * bytes of the definition. A field that is broken is no reason to refuse the key.
 */
const words = z.object({
  version: z.literal("0.1"),
  path: z.literal(keyPath),
  locale: z.literal("en"),
  mnemonicCounter: hexBytes(16),
  mnemonicCiphertext: hex("([0-9a-f]{8}){4,8}"),
});
const keystore = z.object({
  version: z.literal(3),
  // Some tools write an empty one, for privacy.
  address: z.union([z.literal("").transform(() => undefined), hexBytes(20)]).optional(),
  "x-ethers": words.optional().catch(undefined),
  crypto: z.discriminatedUnion("kdf", [
    z.object({
      ...common,
      kdf: z.literal("scrypt"),
      kdfparams: z.object({ dklen: z.literal(32), n: powerOfTwo, r: count, p: count, salt }),
    }),
    z.object({
      ...common,
      kdf: z.literal("pbkdf2"),
      kdfparams: z.object({ dklen: z.literal(32), c: count, prf: z.literal("hmac-sha256"), salt }),
    }),
  ]),
});

type Keystore = z.output<typeof keystore>;

/**
 * Reads a keystore of version 3 from any Ethereum tool; some write `Crypto` with a capital.
 *
 * @param text the file's content
 * @throws KeystoreError KEYSTORE_INVALID
 */
export function parseKeystore(text: string): Keystore {
  let json: unknown = null;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {}
  if (typeof json === "object" && json !== null && "Crypto" in json && !("crypto" in json)) {
    json = { ...json, crypto: json.Crypto };
  }
  const parsed = keystore.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join(".") || "the file";
  const detail = nameOtherFile(json) ?? `This is not a key file (a keystore of version 3): see ${where}.`;
  throw new KeystoreError("KEYSTORE_INVALID", detail);
}

/** Files with a key that are taken for a keystore, by a field that only they have. */
function nameOtherFile(json: unknown): string | null {
  if (typeof json !== "object" || json === null) return null;
  const has = (name: string) => name in json;
  if (has("encseed"))
    return "This is a wallet of Ethereum's sale of 2014. Import it into a wallet, and export a key file (a keystore of version 3) there.";
  if (has("data") && has("iv") && has("salt"))
    return "This is a vault of MetaMask. Export the private key or the recovery words of the account there.";
  if ("version" in json && json.version === 4)
    return "This is a key of a validator (EIP-2335). A validator's key can't sign as an address.";
  return null;
}

/**
 * The private key of a keystore (Web3 Secret Storage version 3; scrypt or PBKDF2).
 *
 * @param text the file's content
 * @param onProgress receives the completed share, from 0 to 1; only in browsers
 * @returns 32 bytes; the caller wipes them
 * @throws KeystoreError KEYSTORE_INVALID, KEYSTORE_TOO_HEAVY, KEYSTORE_OTHER_KEY, WRONG_PASSWORD
 */
export async function decryptKeystore(
  text: string,
  password: string,
  onProgress?: OnProgress,
): Promise<Bytes> {
  const { privateKey, entropy } = await openKeystore(text, password, onProgress);
  entropy?.fill(0);
  return privateKey;
}

/**
 * As `decryptKeystore`, with the entropy of the recovery words where the file has it.
 *
 * @returns bytes that the caller wipes
 */
export async function openKeystore(
  text: string,
  password: string,
  onProgress?: OnProgress,
): Promise<OpenedKey> {
  const { address, crypto, "x-ethers": words } = parseKeystore(text);
  const derived = await deriveKey(crypto, password, onProgress);
  try {
    // Plain comparison: the checksum is in the file and no secret.
    if (macOf(derived, crypto.ciphertext) !== toHex(crypto.mac)) {
      throw new KeystoreError("WRONG_PASSWORD", "This password does not open the key file.");
    }
    const written = await applyAes(derived.subarray(0, 16), crypto.cipherparams.iv, crypto.ciphertext);
    const privateKey = new Uint8Array(32);
    privateKey.set(written, 32 - written.length);
    written.fill(0);
    if (address !== undefined) checkAddress(toHex(address), privateKey);
    const hasWords = words !== undefined && crypto.kdf === "scrypt";
    const entropy = hasWords
      ? await applyAes(derived.subarray(32), words.mnemonicCounter, words.mnemonicCiphertext)
      : null;
    return { privateKey, entropy };
  } finally {
    derived.fill(0);
  }
}

/** The checksum does not cover the address in the file, which must be that of the key. */
function checkAddress(named: string, privateKey: Bytes): void {
  try {
    if (addressOfPrivateKey(privateKey).toLowerCase() === named) return;
  } catch {}
  privateKey.fill(0);
  throw new KeystoreError("KEYSTORE_OTHER_KEY", "The key file names another address than that of its key.");
}

/**
 * Encrypts a private key under a password, as Web3 Secret Storage version 3 with scrypt.
 *
 * @param privateKey 32 bytes
 * @param onProgress receives the completed share, from 0 to 1; only in browsers
 * @param entropy that of the recovery words from which the key is derived; it is encrypted under the same password
 * @returns the content of the file
 */
export async function encryptKeystore(
  privateKey: Uint8Array,
  password: string,
  onProgress?: OnProgress,
  entropy: Uint8Array | null = null,
): Promise<string> {
  const { crypto } = globalThis;
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(16));
  const derived = await scrypt(password, salt, strength, onProgress);
  try {
    const ciphertext = await applyAes(derived.subarray(0, 16), iv, privateKey);
    const file = {
      address: addressOfPrivateKey(privateKey).slice(2).toLowerCase(),
      id: crypto.randomUUID(),
      version: 3,
      crypto: {
        cipher: "aes-128-ctr",
        cipherparams: { iv: toHex(iv).slice(2) },
        ciphertext: toHex(ciphertext).slice(2),
        kdf: "scrypt",
        kdfparams: { dklen: 32, ...strength, salt: toHex(salt).slice(2) },
        mac: macOf(derived, ciphertext).slice(2),
      },
      ...(entropy !== null && { "x-ethers": await encryptWords(derived.subarray(32), entropy) }),
    };
    return `${JSON.stringify(file, null, 2)}\n`;
  } finally {
    derived.fill(0);
  }
}

/** The entropy of recovery words as a field of a key file. */
async function encryptWords(key: Uint8Array, entropy: Uint8Array) {
  const counter = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return {
    version: "0.1",
    client: "freehold",
    path: keyPath,
    locale: "en",
    mnemonicCounter: toHex(counter).slice(2),
    mnemonicCiphertext: toHex(await applyAes(key, counter, entropy)).slice(2),
  };
}

/** Derives 32 bytes from a password with a keystore's parameters; scrypt gives 32 more, for the words. */
async function deriveKey(
  { kdf, kdfparams }: Keystore["crypto"],
  password: string,
  onProgress?: OnProgress,
): Promise<Uint8Array> {
  if (kdf === "scrypt") {
    const { n, r, p, salt } = kdfparams;
    if (128 * r * (n + p) > maxMemory || p > maxScryptPasses) {
      throw tooHeavy("The scrypt parameters of the key file need more than 1 GiB of memory.");
    }
    return await scrypt(password, salt, kdfparams, onProgress);
  }
  if (kdfparams.c > maxPbkdf2Rounds) {
    throw tooHeavy("The PBKDF2 parameters of the key file ask for too many rounds.");
  }
  const { subtle } = globalThis.crypto;
  const bytes = new TextEncoder().encode(password);
  const key = await subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveBits"]);
  const parameters = { name: "PBKDF2", hash: "SHA-256", salt: kdfparams.salt, iterations: kdfparams.c };
  return new Uint8Array(await subtle.deriveBits(parameters, key, 256));
}

function tooHeavy(message: string): KeystoreError {
  return new KeystoreError("KEYSTORE_TOO_HEAVY", message);
}

/** AES in counter mode, with a key of 16 or 32 bytes; the same operation encrypts and decrypts. */
async function applyAes(key: Uint8Array, counter: Bytes, bytes: Uint8Array): Promise<Bytes> {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey("raw", new Uint8Array(key), "AES-CTR", false, ["encrypt"]);
  const parameters = { name: "AES-CTR", counter, length: 128 };
  return new Uint8Array(await subtle.encrypt(parameters, imported, new Uint8Array(bytes)));
}

/** The checksum that verifies the password: the hash of the second half of the derived key and the ciphertext. */
function macOf(derived: Uint8Array, ciphertext: Uint8Array): string {
  return toHex(keccak256(new Uint8Array([...derived.subarray(16, 32), ...ciphertext])));
}

/**
 * An error of a keystore or key:
 *
 * - `KEYSTORE_INVALID`: this is not Web3 Secret Storage version 3
 * - `KEYSTORE_TOO_HEAVY`: the derivation of the key exceeds the limits
 * - `KEYSTORE_OTHER_KEY`: it has another key than its address, or than the expected one
 * - `WRONG_PASSWORD`: the password is wrong, or the file is damaged
 * - `KEYSTORE_NOT_FOUND`, `KEYSTORE_EXISTS`: the file is missing, or would be overwritten
 * - `KEYSTORE_CLOSED`: the key was not unlocked, or was locked again
 * - `PRIVATE_KEY_INVALID`: these bytes are not a private key
 * - `WORDS_INVALID`: these are not recovery words
 * - `WORDS_MISSING`: the file has no recovery words, or those of another key
 */
export type KeystoreErrorCode =
  | "KEYSTORE_INVALID"
  | "KEYSTORE_TOO_HEAVY"
  | "KEYSTORE_OTHER_KEY"
  | "WRONG_PASSWORD"
  | "KEYSTORE_NOT_FOUND"
  | "KEYSTORE_EXISTS"
  | "KEYSTORE_CLOSED"
  | "PRIVATE_KEY_INVALID"
  | "WORDS_INVALID"
  | "WORDS_MISSING";

/** Its message is for the owner and contains no secret. */
export class KeystoreError extends Error {
  override readonly name = "KeystoreError";
  readonly code: KeystoreErrorCode;

  constructor(code: KeystoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
