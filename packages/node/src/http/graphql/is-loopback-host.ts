import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Whether a host name means the very machine; an IPv6 address may stand in brackets. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return ipaddr.process(host).range() === "loopback";
  return host === "localhost" || host.endsWith(".localhost");
}
