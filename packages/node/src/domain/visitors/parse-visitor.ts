import { type Address, parseAddress } from "@freehold/protocol";
import { AppError } from "../../errors.ts";

/**
 * A visitor's address, in EIP-55 form: all in lower case, all in upper case, or with its right capitals, for the same
 * address in another case is the same visitor (decisions 7).
 *
 * @throws AppError VALIDATION_FAILED
 */
export function parseVisitor(value: unknown): Address {
  const isUpper = typeof value === "string" && /^0x[0-9A-F]{40}$/.test(value);
  const address = parseAddress(isUpper ? value.toLowerCase() : value);
  if (!address) throw new AppError("VALIDATION_FAILED", "This is not an Ethereum address.");
  return address;
}
