import type { FastifyRequest } from "fastify";

/**
 * Whether a page of this node's sent a request, as a browser says it: `Sec-Fetch-Site`, and `Origin` beside it. What says
 * neither is no browser that could be trusted with a cookie.
 *
 * @param ownUrl the node's public URL: behind a proxy the request may name another host
 */
export function isSameOrigin(
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
  ownUrl: string,
): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined) return site === "same-origin";
  const [from, own] = [URL.parse(origin), URL.parse(ownUrl)];
  if (from === null) return false;
  // Of the public name the scheme counts too: plain HTTP is whoever stands in between.
  return from.host === own?.host ? from.origin === own.origin : from.host === host;
}
