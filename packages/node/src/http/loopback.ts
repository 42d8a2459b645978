import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Config } from "../config/config.ts";

type Incoming = Pick<FastifyRequest, "raw" | "headers">;

const forwarding = /^(forwarded|via|x-forwarded(-.*)?|x-real-ip)$/;

/** Whether a header (in lower case) shows that a proxy forwards the request. */
export function isForwardingHeader(name: string): boolean {
  return forwarding.test(name);
}

/** Whether a host is an address; an IPv6 address may be in brackets. */
export function isIpAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/** Whether a host name or an address means this machine; an IPv6 address may be in brackets. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0) return ipaddr.process(host).range() === "loopback";
  return host === "localhost" || host.endsWith(".localhost");
}

/**
 * Whether a request comes over loopback without a sign of a proxy: socket, `Host` and `Origin` are this machine's, and no
 * forwarding header is there. A TCP forwarder, or a proxy that adds nothing, can't be told from this machine, so never let
 * anybody in by this alone.
 */
function isDirect({ raw, headers }: Incoming): boolean {
  // Proxies that forward nothing speak HTTP/1.0 by default.
  if (!isLoopbackHost(raw.socket.remoteAddress ?? "") || raw.httpVersion !== "1.1") return false;
  if (Object.keys(headers).some(isForwardingHeader)) return false;
  const { host = "", origin } = headers;
  return [`http://${host}`, origin].every((url) => url === undefined || isLoopbackUrl(url));
}

function isLoopbackUrl(url: string): boolean {
  return isLoopbackHost(URL.parse(url)?.hostname ?? "");
}

/**
 * Whether a request may learn the state of the process: it is direct, and the configuration names neither a proxy nor a
 * public address, in front of which something may stand that passes on whatever `Host` a client sends.
 */
export function isFromThisMachine(
  request: Incoming,
  { url, trustProxy }: Pick<Config, "url" | "trustProxy">,
): boolean {
  return trustProxy === false && (url === null || isLoopbackUrl(url)) && isDirect(request);
}

/**
 * The origin under which a browser on this machine reached the node's own port directly, such as `http://localhost:8543`;
 * null for every other request. The owner may sign in there beside the public address (decisions 7).
 */
export function readLocalOrigin(request: Incoming & Pick<FastifyRequest, "protocol">): string | null {
  if (!isDirect(request)) return null;
  const url = URL.parse(`${request.protocol}://${request.headers.host}`);
  const port = Number(url?.port) || (request.protocol === "https" ? 443 : 80);
  return url !== null && port === request.raw.socket.localPort ? url.origin : null;
}
