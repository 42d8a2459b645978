import { keccak256 } from "./hashes.ts";
import { type Hex, toHex } from "./hex.ts";

/** An Ethereum address; this package returns it in EIP-55 form. */
export type Address = Hex;

const addressPattern = /^0x[0-9a-fA-F]{40}$/;
const text = new TextEncoder();

/**
 * An address in EIP-55 form.
 *
 * @param address 20 bytes, or `0x` and 40 hexadecimal digits of any case
 * @throws RangeError when it is neither
 */
export function toChecksumAddress(address: Uint8Array | Hex): Address {
  const hex = typeof address === "string" ? address : toHex(address);
  if (!addressPattern.test(hex)) throw new RangeError("This is not an address.");
  const lower = hex.slice(2).toLowerCase();
  const hash = keccak256(text.encode(lower));
  let checksummed = "";
  for (let index = 0; index < 40; index++) {
    const nibble = ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15;
    const digit = lower.charAt(index);
    checksummed += nibble > 7 ? digit.toUpperCase() : digit;
  }
  return `0x${checksummed}`;
}

/** Reads an address in lower case or correct EIP-55 and returns it in EIP-55; null for other text (decisions 1). */
export function parseAddress(value: unknown): Address | null {
  if (typeof value !== "string" || !addressPattern.test(value)) return null;
  const address = toChecksumAddress(value as Hex);
  return value === address || value === value.toLowerCase() ? address : null;
}

/** Whether this is an address in correct EIP-55 form (spec 4.8). */
export function isChecksumAddress(value: unknown): value is Address {
  return typeof value === "string" && parseAddress(value) === value;
}
