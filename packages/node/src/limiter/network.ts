import ipaddr from "ipaddr.js";
import { LRUCache } from "lru-cache";

/** A prefix of addresses that a limit counts as one. */
export interface Tier {
  readonly key: string;
  /** How many times the limit of one address the prefix may use. */
  readonly factor: number;
}

/**
 * The network of a client, from the narrowest prefix to the widest. An IPv4 address is a network of its own. An IPv6 client
 * is counted by /64, /56 and /48, since one household or server gets a whole network of such a size.
 */
export type Network = readonly [Tier, ...Tier[]];

const unknown: Network = [{ key: "unknown", factor: 1 }];
const cache = new LRUCache<string, Network>({ max: 10_000 });
/** One request asks several times. */
let last: { readonly address: string; readonly network: Network } = { address: "", network: unknown };

/**
 * The network of an address. All texts that are not addresses are one network together: a trusted proxy may forward
 * anything.
 *
 * @param address as a socket or a trusted proxy gives it; null where it is not known
 */
export function networkOf(address: string | null): Network {
  if (address === null) return unknown;
  if (address !== last.address) last = { address, network: findNetwork(address) };
  return last.network;
}

function findNetwork(address: string): Network {
  if (/^[\d.]{7,15}$/.test(address)) return [{ key: address, factor: 1 }];
  const cached = cache.get(address);
  if (cached) return cached;
  const network = parse(address);
  cache.set(address, network);
  return network;
}

/** The widest prefix of a network, under which networks are compared. */
export function widestPrefix(network: Network): string {
  return (network.at(-1) ?? network[0]).key;
}

/**
 * The prefixes by which tables count a client: those of the limiter, and for IPv4 also the /24 around it. What a table holds for an
 * hour or a day is little, and a whole /24 is cheaply had.
 */
export function storedTiersOf(address: string | null): Network {
  const [narrowest, ...wider] = networkOf(address);
  const block = /^(\d+\.\d+\.\d+)\.\d+$/.exec(narrowest.key)?.[1];
  return block === undefined
    ? [narrowest, ...wider]
    : [narrowest, { key: `${block}.0/24`, factor: ipv4BlockFactor }];
}

// The multiple of the limit of one address that a /24 may use
const ipv4BlockFactor = 8;

/** The narrowest prefix of an address as text: `192.0.2.1` or `2001:db8:1:2::/64`. */
export function prefixOf(address: string | null): string {
  return networkOf(address)[0].key;
}

function parse(address: string): Network {
  const text = address.replace(/%.*$/s, "");
  if (!ipaddr.isValid(text)) return unknown;
  const parsed = ipaddr.process(text);
  if (!(parsed instanceof ipaddr.IPv6)) return [{ key: parsed.toString(), factor: 1 }];
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
  const prefix = (last: number, bits: number) =>
    `${[a, b, c, last].map((part) => part.toString(16)).join(":")}::/${bits}`;
  return [
    { key: prefix(d, 64), factor: 1 },
    { key: prefix(d & 0xff00, 56), factor: 2 },
    { key: prefix(0, 48), factor: 4 },
  ];
}
