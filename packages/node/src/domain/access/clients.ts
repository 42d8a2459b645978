import { createHmac, randomBytes } from "node:crypto";
import { storedTiersOf } from "../../limiter/network.ts";
import type { Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";

/** The sender of something, as tables store it: no address can be read from it. */
export interface Client {
  /** Keyed hashes of the prefixes of the address, the widest first: all clients of a prefix begin with the same text. */
  readonly stored: string;
  /** The networks around it, from the narrowest to the widest, and how many times the limit of one address each may use. */
  readonly tiers: readonly { readonly prefix: string; readonly factor: number }[];
}

const digits = 32;

/**
 * Identifies a client with this node's own key, by the same prefixes as the limiter (`networkOf`).
 *
 * @param ip null where it is unknown; then the result is null
 */
export async function identifyClient(tx: Tx, ip: string | null): Promise<Client | null> {
  if (ip === null) return null;
  const key = await readClientKey(tx);
  const widestFirst = storedTiersOf(ip).toReversed();
  const hashes = widestFirst.map((tier) => createHmac("sha256", key).update(tier.key).digest("hex"));
  const prefixes = hashes.map((_, at) =>
    hashes
      .slice(0, at + 1)
      .map((hash) => hash.slice(0, digits))
      .join(""),
  );
  return {
    stored: prefixes.at(-1) ?? "",
    tiers: widestFirst.map(({ factor }, at) => ({ prefix: prefixes[at] ?? "", factor })).toReversed(),
  };
}

/**
 * Whether a client, or a network around it, has reached its limit.
 *
 * @param most of one IPv4 address or IPv6 /64
 * @param count counts the rows of all clients with a prefix
 */
export async function hasReached(
  client: Client | null,
  most: number,
  count: (prefix: string) => Promise<number>,
): Promise<boolean> {
  for (const { prefix, factor } of client?.tiers ?? []) {
    if ((await count(prefix)) >= most * factor) return true;
  }
  return false;
}

/**
 * Whether the limit for a client is reached. When the total is used up, a network with less than an even part still gets
 * its part, so that they never have more than twice as much.
 *
 * @param most of all together
 * @param count counts the rows of all, or of all clients with a prefix, and the networks of that many digits that they are
 *   of
 */
export async function isCrowdedOut(
  client: Client | null,
  most: number,
  count: (of: { prefix: string; digits: number }) => Promise<{ rows: number; networks: number }>,
): Promise<boolean> {
  const all = await count({ prefix: "", digits });
  if (all.rows < most) return false;
  const widest = client?.tiers.at(-1)?.prefix;
  if (widest === undefined) return true;
  const own = await count({ prefix: widest, digits });
  return own.rows + 1 > most / (all.networks + (own.rows === 0 ? 1 : 0));
}

const clientKeyName = "comments.client_key";

async function readClientKey(tx: Tx): Promise<string> {
  const stored = await readMeta(tx, clientKeyName);
  if (stored !== null) return stored;
  const key = randomBytes(32).toString("hex");
  await writeMeta(tx, clientKeyName, key);
  return key;
}
