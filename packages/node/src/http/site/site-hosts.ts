import type { IncomingHttpHeaders } from "node:http";
import { joinNodeUrl, parseNodeUrl } from "@freehold/protocol";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import type { OwnAddresses } from "../../domain/profile/own-addresses.ts";
import { redirectToNew } from "./respond.ts";

const countedPaths = 1_000; // paths whose redirects are counted
const redirectsInARow = 5; // of one path, while nobody comes to the present address

/** Paths that answer at every address: for other nodes and programs, for certificates, and for scripts and pages in a browser. */
const everywhere =
  /^\/(?:(?:ewp|api|mcp|assets|install|websub|webmention|\.well-known|livez|readyz|metrics|offline)(?=[/?]|$)|worker\.js|console\/(?:worker\.js|manifest))/;

/** A host of this site: the present one, one that its owner has left, or another that leads here, such as an IP address. */
type Host = "present" | "left" | "redirected" | "other";

export type SiteHosts = ReturnType<typeof createSiteHosts>;

/**
 * Tells by its `Host` to which address of the site a request came (docs/decisions/0033). An earlier address redirects where the
 * configuration says that this node is at the present one. Elsewhere a page says that the site has moved.
 */
export function createSiteHosts({ url: configured }: Pick<Config, "url">) {
  let own: OwnAddresses = { url: "", earlierUrls: [] };
  let present: string | null = null;
  let earlier: ReadonlySet<string> = new Set();
  const redirects = new LRUCache<string, number>({ max: countedPaths });

  /** The kind of a request's host. It reads no database. */
  function kindOf(headers: IncomingHttpHeaders): Host {
    const host = normaliseHost(headers.host ?? "");
    if (present !== null && (host === present || forwardedHosts(headers).includes(present))) return "present";
    if (present === null || !earlier.has(host)) return "other";
    return configured === null || publicHost(configured) === present ? "redirected" : "left";
  }

  return {
    kindOf,

    /** Takes the addresses of the node as they are now. */
    learn(addresses: OwnAddresses): void {
      if (addresses === own) return;
      own = addresses;
      present = publicHost(own.url);
      earlier = new Set(own.earlierUrls.flatMap((url) => publicHost(url) ?? []));
    },

    /** Remembers that the present address leads here, so that redirects to it do not go in a circle. */
    note(headers: IncomingHttpHeaders): void {
      if (redirects.size > 0 && kindOf(headers) === "present") redirects.clear();
    },

    /** The present address of what a request asks for at an earlier one; null for a request that is answered where it came. */
    redirectOf({ method, url, headers }: Pick<FastifyRequest, "method" | "url" | "headers">): string | null {
      if ((method !== "GET" && method !== "HEAD") || everywhere.test(url) || !/^\/(?![/\\])/.test(url))
        return null;
      if (kindOf(headers) !== "redirected") return null;
      // A proxy that writes the old host into every request would send readers around in a circle.
      const before = redirects.get(url) ?? 0;
      redirects.set(url, before + 1);
      return before < redirectsInARow ? joinNodeUrl(own.url, url) : null;
    },
  };
}

/** Redirects the requests for the site that came to an earlier address of it. */
export function redirectFromEarlierHosts(
  app: FastifyInstance,
  { owner, hosts }: Pick<Context, "owner"> & { readonly hosts: SiteHosts },
): void {
  app.addHook("onRequest", async (request, reply) => {
    const own = await owner.get();
    if (own) hosts.learn(own);
    hosts.note(request.headers);
    const present = hosts.redirectOf(request);
    if (present !== null) return redirectToNew(reply, present);
  });
}

/** The host of an address that others reach; null for any other. */
function publicHost(url: string): string | null {
  const { host, hostname } = parseNodeUrl(url) ?? { host: null, hostname: "" };
  const isOwn = /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
  return host === null || isOwn ? null : normaliseHost(host);
}

/** Without the port of http or https, and without the dot at the end of a name: a browser sends both as they were typed. */
function normaliseHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:(?:80|443)$/, "")
    .replace(/\.(?=:|$)/, "");
}

function forwardedHosts({ "x-forwarded-host": forwarded = "" }: IncomingHttpHeaders): string[] {
  return [forwarded].flat().flatMap((hosts) => hosts.split(",").map(normaliseHost));
}
