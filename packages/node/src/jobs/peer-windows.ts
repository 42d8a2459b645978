import { limits } from "./limits.ts";

/** How many rows of each peer may be under way at a time. */
export interface PeerWindows {
  of(peer: string): number;
  /** A row of it went through: there may be one more. */
  widen(peer: string): void;
  /** It did not answer: it begins anew. */
  close(peer: string): void;
}

/**
 * Begins with one row of a peer and lets one more through with each that went through, up to `most`. Who has never answered holds one
 * slot and not its whole share, so that many peers that hang at once hold few.
 */
export function createPeerWindows(most: number, capacity = limits.provenPeers): PeerWindows {
  const widths = new Map<string, number>();
  return {
    of: (peer) => Math.min(widths.get(peer) ?? 1, most),
    widen(peer) {
      const width = Math.min((widths.get(peer) ?? 1) + 1, most);
      widths.delete(peer);
      widths.set(peer, width);
      const [oldest] = widths.keys();
      if (widths.size > capacity && oldest !== undefined) widths.delete(oldest);
    },
    close(peer) {
      widths.delete(peer);
    },
  };
}
