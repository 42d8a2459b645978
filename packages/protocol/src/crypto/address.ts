import { keccak256 } from "./hashes.ts";
import type { Hex } from "./hex.ts";

/** An Ethereum address; this package returns it in EIP-55 form. */
export type Address = Hex;

const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const digits = new TextEncoder().encode("0123456789abcdef");
/** The digits of the address that is being written: the code runs to its end without a pause. */
const letters = new Uint8Array(40);

/**
 * An address in EIP-55 form.
 *
 * @param address 20 bytes, or `0x` and 40 hexadecimal digits of any case
 * @throws RangeError when it is neither
 */
export function toChecksumAddress(address: Uint8Array | Hex): Address {
  if (typeof address === "string" ? !addressPattern.test(address) : address.length !== 20)
    throw new RangeError("This is not an address.");
  return typeof address === "string" ? checksumText(address) : checksumBytes(address);
}

/** Reads an address in lower case or correct EIP-55 and returns it in EIP-55; null for other text (decisions 1). */
export function parseAddress(value: unknown): Address | null {
  if (typeof value !== "string" || !addressPattern.test(value)) return null;
  readLetters(value);
  capitaliseLetters();
  if (isWritten(value)) return value as Address;
  return value === value.toLowerCase() ? writeLetters() : null;
}

/** @param text `0x` and 40 hexadecimal digits */
function checksumText(text: string): Address {
  readLetters(text);
  capitaliseLetters();
  return writeLetters();
}

/** @param bytes 20 */
function checksumBytes(bytes: Uint8Array): Address {
  for (let index = 0; index < 40; index++) letters[index] = digits[nibbleAt(bytes, index)] ?? 0;
  capitaliseLetters();
  return writeLetters();
}

/** Takes the digits of a text, in lower case. */
function readLetters(text: string): void {
  // The bit turns a capital into its small letter and leaves a digit as it is.
  for (let index = 0; index < 40; index++) letters[index] = text.charCodeAt(index + 2) | 0x20;
}

/** Capitalises each letter whose nibble in the hash of all is above 7. */
function capitaliseLetters(): void {
  const hash = keccak256(letters);
  for (let index = 0; index < 40; index++) {
    const letter = letters[index] ?? 0;
    if (letter >= 0x61 && nibbleAt(hash, index) > 7) letters[index] = letter - 0x20;
  }
}

function isWritten(text: string): boolean {
  for (let index = 0; index < 40; index++) if (text.charCodeAt(index + 2) !== letters[index]) return false;
  return true;
}

function writeLetters(): Address {
  return `0x${String.fromCharCode.apply(null, letters as unknown as number[])}`;
}

function nibbleAt(bytes: Uint8Array, index: number): number {
  return ((bytes[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
}

/** Whether this is an address in correct EIP-55 form (spec 4.8). */
export function isChecksumAddress(value: unknown): value is Address {
  return typeof value === "string" && parseAddress(value) === value;
}
