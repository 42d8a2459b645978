import { type Network, widestPrefix } from "./network.ts";

/** What one holder has of a resource. */
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

/** Why a share is refused: the network has all that one may have, or there is no more for it. */
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
  readonly endable: Set<Holder>;
}

interface Holder extends Share {
  end: (() => void) | null;
}

/**
 * Bounds what one network may hold, by each of its prefixes, and what all hold together. Where all is taken, the network
 * that holds most gives way: an endable share of it is ended. Where there is none, a network with less than an even part
 * still gets its share, so all together never hold more than twice the bound.
 *
 * @param options.most of all together
 * @param options.perNetwork of one IPv4 address or IPv6 /64; wider prefixes get a multiple
 */
export function createShares(options: { most: number; perNetwork: number }): Shares {
  const { most, perNetwork } = options;
  const uses = new Map<string, Use>();
  /** The widest prefixes among them. */
  const networks = new Map<string, Use>();
  let total = 0;

  const amountOf = (key: string) => uses.get(key)?.amount ?? 0;

  function endOne(own: number): boolean {
    let heaviest: Use | null = null;
    for (const use of networks.values()) {
      if (use.endable.size > 0 && use.amount > (heaviest?.amount ?? 0)) heaviest = use;
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
    return own + amount <= most / (networks.size + (own === 0 ? 1 : 0));
  }

  function add(network: Network, amount: number): void {
    total += amount;
    for (const { key } of network) {
      const use = uses.get(key) ?? { amount: 0, endable: new Set() };
      use.amount += amount;
      if (use.amount === 0) {
        uses.delete(key);
        networks.delete(key);
      } else {
        uses.set(key, use);
        if (key === widestPrefix(network)) networks.set(key, use);
      }
    }
  }

  function hold(network: Network, amount: number): Share {
    let isHeld = true;
    const holder: Holder = {
      end: null,
      setEnd(end) {
        if (!isHeld) return;
        const endable = networks.get(widestPrefix(network))?.endable;
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
