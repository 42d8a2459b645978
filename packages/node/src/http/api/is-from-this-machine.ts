import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Config } from "../../config.ts";

/** Headers by which a proxy says that somebody else is asking. */
const forwarding =
  /^(forwarded|via|cdn-loop|x-(forwarded|original|envoy|azure|amzn|appengine|nginx|proxy)(-.*)?|cf-.*|tailscale-.*|(x-)?(real|client|cluster-client|remote|originating|proxyuser)-(ip|addr)|true-client-ip|[a-z]+-(connecting|client|real)-ip)$/;

/** Whether a header (in lower case) is one by which a proxy says that somebody else is asking. */
export function isForwardingHeader(name: string): boolean {
  return forwarding.test(name);
}

/**
 * Whether a request comes straight from this machine (decisions 7): the socket ends on loopback, and nothing says that a
 * proxy or a page of another site is behind it. What names itself by another host than this machine came through
 * something, too: a proxy that forwards no addresses, or a name that was pointed here. A node that is configured to have a
 * proxy, or a public address, has something in front of it that may pass on whatever a stranger says, and a stranger can
 * say `Host: localhost`; there nobody is known to be here.
 */
export function isFromThisMachine(
  { raw, headers }: Pick<FastifyRequest, "raw" | "headers">,
  { url, trustProxy }: Pick<Config, "url" | "trustProxy">,
): boolean {
  if (trustProxy !== false || (url !== null && !isHere(url))) return false;
  if (!isLoopback(raw.socket.remoteAddress ?? "") || raw.httpVersion !== "1.1") return false;
  if (Object.keys(headers).some(isForwardingHeader)) return false;
  const { host = "", origin } = headers;
  return isHere(`http://${host}`) && (origin === undefined || isHere(origin));
}

function isHere(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, "$1") ?? "";
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === "loopback";
}
