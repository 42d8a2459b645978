/** How replies may be packed, the smallest first. */
export const encodings = ["br", "zstd", "gzip"] as const;

export type Encoding = (typeof encodings)[number];

/** No browser's list is half as long. */
const longestHeader = 500;

/**
 * How a reply is packed for whoever sent an `Accept-Encoding` (RFC 9110 section 12.5.3): as the sender likes best, and of
 * what is liked as well the smallest.
 *
 * @returns null for bytes as they are
 */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const weights = readWeights(accepted);
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  return weightOf(best) > 0 && weightOf(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** Names in lower case with their weights from 0 to 1; what is none is left out. */
function readWeights(accepted: string): Map<string, number> {
  const parts = accepted.slice(0, longestHeader).toLowerCase().split(",");
  const pairs = parts.flatMap((part): [string, number][] => {
    const found = /^\s*(?:x-)?([\w*]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(part);
    return found ? [[String(found[1]), Number(found[2] ?? 1)]] : [];
  });
  return new Map(pairs);
}
