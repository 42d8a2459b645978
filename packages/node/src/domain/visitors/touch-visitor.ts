import type { Context } from "../../context.ts";
import { parseVisitor } from "./parse-visitor.ts";
import type { Visitor } from "./visitors.ts";

/**
 * Notes that a visitor is here (specification 4.10, decisions 7). Whoever was not yet is told of as `visitor.arrived`.
 *
 * @returns the visitor, and whether the one who was quiet longest made room
 * @throws AppError VALIDATION_FAILED for what is no address
 */
export function touchVisitor(
  { visitors, events }: Pick<Context, "visitors" | "events">,
  address: unknown,
): Visitor & { evicted: boolean } {
  const { isNew, ...touched } = visitors.touch(parseVisitor(address));
  if (isNew) events.emit("visitor.arrived", { address: touched.address });
  return touched;
}
