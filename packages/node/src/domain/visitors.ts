import { type Address, parseAddress } from "@freehold/protocol";
import type { Clock, Context, Visitor, Visitors } from "../context.ts";
import { AppError } from "../errors/errors.ts";
import { limits } from "./limits.ts";

export function createVisitors(clock: Clock, limit: number = limits.visitors): Visitors {
  // In the order of their last heartbeat, for a heartbeat puts its visitor at the end.
  const seen = new Map<Address, number>();

  function forgetQuiet(now: number): void {
    for (const [address, lastActive] of seen) {
      if (now - lastActive < limits.visitorQuietMs) return;
      seen.delete(address);
    }
  }

  return {
    limit,
    touch(address) {
      const now = clock.now();
      forgetQuiet(now);
      const isNew = !seen.delete(address);
      const [oldest] = seen.keys();
      const evicted = seen.size >= limit && oldest !== undefined && seen.delete(oldest);
      seen.set(address, now);
      return { address, lastActive: now, isNew, evicted };
    },
    list() {
      forgetQuiet(clock.now());
      return [...seen].map(([address, lastActive]) => ({ address, lastActive })).reverse();
    },
    remove(address) {
      forgetQuiet(clock.now());
      return seen.delete(address);
    },
    learn({ address, lastActive }) {
      if (lastActive <= (seen.get(address) ?? Number.NEGATIVE_INFINITY)) return;
      const known = [...seen].filter(([one]) => one !== address);
      const before = known.findLastIndex(([, time]) => time <= lastActive);
      const all = known.toSpliced(before + 1, 0, [address, lastActive]);
      seen.clear();
      for (const [one, time] of all.slice(-limit)) seen.set(one, time);
    },
  };
}

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

/**
 * Notes that a visitor is here (specification 4.10, decisions 7). A new visitor emits `visitor.arrived`.
 *
 * @returns the visitor, and whether the one who was quiet longest made room
 * @throws AppError VALIDATION_FAILED if it is not an address
 */
export function touchVisitor(
  { visitors, events }: Pick<Context, "visitors" | "events">,
  address: unknown,
): Visitor & { evicted: boolean } {
  const { isNew, ...touched } = visitors.touch(parseVisitor(address));
  const { address: visitor } = touched;
  events.emit("visitor.seen", { address: visitor });
  if (isNew) events.emit("visitor.arrived", { address: visitor });
  return touched;
}

/**
 * Notes that a visitor has gone (specification 4.10, decisions 7).
 *
 * @returns the address in EIP-55 form, and whether the visitor was here
 * @throws AppError VALIDATION_FAILED if it is not an address
 */
export function removeVisitor(
  { visitors, events }: Pick<Context, "visitors" | "events">,
  address: unknown,
): { address: Address; existed: boolean } {
  const visitor = parseVisitor(address);
  const existed = visitors.remove(visitor);
  events.emit("visitor.left", { address: visitor });
  return { address: visitor, existed };
}

/** The present visitors, the most recently seen first, and how many there may be (decisions 7). */
export function listVisitors({ visitors }: Pick<Context, "visitors">): {
  visitors: Visitor[];
  count: number;
  limit: number;
} {
  const found = visitors.list();
  return { visitors: found, count: found.length, limit: visitors.limit };
}
