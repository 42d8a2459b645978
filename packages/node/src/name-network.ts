import ipaddr from "ipaddr.js";

/**
 * Where somebody is on the internet, as far as one household goes: an IPv4 address, or the /64 of an IPv6 one, for a
 * household has 2^64 of those. What is no address (a proxy that is trusted may forward anything) is one place all
 * together.
 */
export function nameNetwork(address: string): string {
  if (/^[\d.]{7,15}$/.test(address)) return address;
  const text = address.replace(/%.*$/s, "");
  if (!ipaddr.isValid(text)) return "unknown";
  const parsed = ipaddr.process(text);
  return parsed instanceof ipaddr.IPv6 ? `${parsed.parts.slice(0, 4).join(":")}::/64` : parsed.toString();
}
