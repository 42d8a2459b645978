import { createHmac, randomBytes } from "node:crypto";
import ipaddr from "ipaddr.js";
import { readMeta, writeMeta } from "../../store/meta.ts";
import type { Tx } from "../../store/store.ts";

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
    .update(networkOf(ip))
    .digest("hex");
}

function networkOf(ip: string): string {
  const text = ip.replace(/%.*$/s, "");
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(":") : address.toString();
}

async function readKey(tx: Tx): Promise<string> {
  const kept = await readMeta(tx, keyName);
  if (kept !== null) return kept;
  const key = randomBytes(32).toString("hex");
  await writeMeta(tx, keyName, key);
  return key;
}
