import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Inside 2000::/3 and not yet in the library's table: documentation (RFC 9637). */
const newerIpv6 = [ipaddr.IPv6.parseCIDR("3fff::/20")];

/**
 * Whether an address is one host of the public internet: global unicast and nothing else (design part 1). IPv6 counts
 * from 2000::/3 alone, so that no form that carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo) passes.
 * @param ip the usual spelling of an IPv4 or IPv6 address; a zone, or any other text, is refused
 */
export function isGlobalUnicast(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes("%")) {
    return false;
  }
  const address = ipaddr.parse(ip);
  if (address.range() !== "unicast") {
    return false;
  }
  return !(address instanceof ipaddr.IPv6) || isGlobalIpv6(address);
}

function isGlobalIpv6(address: ipaddr.IPv6): boolean {
  return address.match(globalIpv6) && !newerIpv6.some((range) => address.match(range));
}
