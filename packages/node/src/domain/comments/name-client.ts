import { createHmac, randomBytes } from "node:crypto";
import { prefixOf } from "../../limiter/network.ts";
import type { Tx } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";

const keyName = "comments.client_key";

/**
 * Who writes, as a hash that nobody can turn back without this node's own key: of an IPv4 address, or of the /64 of an
 * IPv6 one, for a household has 2^64 of those.
 *
 * @param ip null where it is not known: then nothing is
 */
export async function nameClient(tx: Tx, ip: string | null): Promise<string | null> {
  if (ip === null) return null;
  return createHmac("sha256", await readKey(tx))
    .update(prefixOf(ip))
    .digest("hex");
}

async function readKey(tx: Tx): Promise<string> {
  const kept = await readMeta(tx, keyName);
  if (kept !== null) return kept;
  const key = randomBytes(32).toString("hex");
  await writeMeta(tx, keyName, key);
  return key;
}
