import { type Network, widestPrefix } from "./network.ts";

/** A holder's share of a resource. */
export interface Share {
  /** Gives it back. A second call does nothing. */
  release(): void;
  /**
   * Says whether the share may be ended to make room for others, and how. The one that became endable first is ended first.
   *
   * @param end ends it; null while it is at work
   */
  setEnd(end: (() => void) | null): void;
}

/** The reason of a refusal: the network has reached its own bound, or the bound of all networks is reached. */
export type ShareRefusal = "network" | "all";

/** A bounded resource that networks share: connections, open requests, bytes in memory. */
export interface Shares {
  /** @param amount how much of the resource, in its unit */
  take(network: Network, amount: number): Share | ShareRefusal;
  /** How much is taken. */
  readonly total: number;
}

interface Use {
  amount: number;
  /** Whether its prefix is the widest of its networks, under which they are compared. */
  readonly isWidest: boolean;
  readonly endable: Set<Holder>;
}

interface Holder extends Share {
  end: (() => void) | null;
}

/**
 * Bounds the holdings of one network, by each of its prefixes, and of all together. When all is taken, the network that
 * holds most gives way: an endable share of it is ended. If there is none, a network with less than an equal share still
 * gets one, so all together never hold more than twice the bound.
 *
 * @param options.most of all together
 * @param options.perNetwork of one IPv4 address or IPv6 /64; wider prefixes get a multiple
 */
export function createShares(options: { most: number; perNetwork: number }): Shares {
  const { most, perNetwork } = options;
  /** By prefix. One that holds nothing stays for its next share, until there are twice as many as at the last sweep. */
  const uses = new Map<string, Use>();
  // The table follows the shares, which are bounded.
  const leastSweep = 64;
  let sweepAt = leastSweep;
  /** Networks that hold something. */
  let holding = 0;
  let total = 0;

  const amountOf = (key: string) => uses.get(key)?.amount ?? 0;

  function endOne(own: number): boolean {
    let heaviest: Use | null = null;
    for (const use of uses.values()) {
      if (use.isWidest && use.endable.size > 0 && use.amount > (heaviest?.amount ?? 0)) heaviest = use;
    }
    if (heaviest === null || heaviest.amount < own) return false;
    const [first] = heaviest.endable;
    const end = first?.end;
    first?.release();
    end?.();
    return true;
  }

  function hasRoom(network: Network, amount: number): boolean {
    if (total + amount <= most) return true;
    const own = amountOf(widestPrefix(network));
    if (endOne(own)) return total + amount <= most;
    return own + amount <= most / (holding + (own === 0 ? 1 : 0));
  }

  function useOf(key: string, isWidest: boolean): Use {
    const known = uses.get(key);
    if (known) return known;
    if (uses.size >= sweepAt) {
      for (const [unused, { amount }] of uses) if (amount === 0) uses.delete(unused);
      sweepAt = Math.max(leastSweep, uses.size * 2);
    }
    const use = { amount: 0, isWidest, endable: new Set<Holder>() };
    uses.set(key, use);
    return use;
  }

  function add(network: Network, amount: number): void {
    total += amount;
    for (const { key } of network) {
      const use = useOf(key, key === widestPrefix(network));
      const heldNothing = use.amount === 0;
      use.amount += amount;
      if (use.isWidest) holding += Number(heldNothing) - Number(use.amount === 0);
    }
  }

  function hold(network: Network, amount: number): Share {
    let isHeld = true;
    const holder: Holder = {
      end: null,
      setEnd(end) {
        if (!isHeld) return;
        const endable = uses.get(widestPrefix(network))?.endable;
        holder.end = end;
        endable?.delete(holder);
        if (end) endable?.add(holder);
      },
      release() {
        if (!isHeld) return;
        holder.setEnd(null);
        isHeld = false;
        add(network, -amount);
      },
    };
    return holder;
  }

  return {
    take(network, amount) {
      if (network.some(({ key, factor }) => amountOf(key) + amount > perNetwork * factor)) return "network";
      if (!hasRoom(network, amount)) return "all";
      add(network, amount);
      return hold(network, amount);
    },
    get total() {
      return total;
    },
  };
}
