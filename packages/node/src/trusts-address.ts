import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Config } from "./config.ts";

/**
 * Whether an address that connects is a trusted proxy, behind which many people are. With a number of proxies, or all,
 * whoever connects is one.
 */
export function trustsAddress(trustProxy: Config["trustProxy"]): (address: string) => boolean {
  if (!Array.isArray(trustProxy)) return () => trustProxy !== false;
  const proxies = new BlockList();
  for (const part of trustProxy) {
    const [address = "", bits] = part.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return proxies.check(address.toString(), address.kind());
  };
}
