import type { Address } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { parseVisitor } from "./parse-visitor.ts";

/**
 * Notes that a visitor has gone (specification 4.10, decisions 7).
 *
 * @returns the address in EIP-55 form, and whether the visitor was here
 * @throws AppError VALIDATION_FAILED for what is no address
 */
export function removeVisitor(
  { visitors }: Pick<Context, "visitors">,
  address: unknown,
): { address: Address; existed: boolean } {
  const visitor = parseVisitor(address);
  return { address: visitor, existed: visitors.remove(visitor) };
}
