import type { Address } from "@freehold/protocol";
import type { Clock } from "../../context.ts";
import { limits } from "../limits.ts";

/** Somebody who has this site open, and when that was heard last (ms). */
export interface Visitor {
  readonly address: Address;
  readonly lastActive: number;
}

/** Who is here now. Kept in memory alone: it is gone with the process, and with the minutes. */
export interface Visitors {
  readonly limit: number;
  /** @returns the visitor; whether nobody knew of them; whether the one who was quiet longest made room */
  touch(address: Address): Visitor & { isNew: boolean; evicted: boolean };
  /** Whoever was heard last comes first. */
  list(): Visitor[];
  /** @returns whether the visitor was here. */
  remove(address: Address): boolean;
}

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
  };
}
