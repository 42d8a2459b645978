import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";

/** Headers by which a proxy says that somebody else is asking. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.*)?|x-original-.*|(x-)?(real|client|cluster-client)-ip|true-client-ip|[a-z]+-(connecting|client)-ip)$/;

/**
 * Whether a request comes straight from this machine (decisions 7): the socket ends on loopback, and nothing says that a
 * proxy or a page of another site is behind it. What names itself by another host than this machine came through
 * something, too: a proxy that forwards no addresses, or a name that was pointed here.
 */
export function isFromThisMachine({ raw, headers }: Pick<FastifyRequest, "raw" | "headers">): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? "") || raw.httpVersion !== "1.1") return false;
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false;
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
