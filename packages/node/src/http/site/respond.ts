import { createHash } from "node:crypto";
import { MiB } from "@freehold/protocol/internal";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from "fastify";
import { type Compressible, createCompressor, sendCompressed } from "../bytes/compression.ts";
import { statusOfConditions } from "../bytes/conditions.ts";
import { limits } from "../limits.ts";
import { requestIdHeader } from "../plugins/request-log.ts";
import { permissionsPolicy } from "../plugins/security-headers.ts";
import { addReadRoute, prepared } from "../read-route.ts";
import type { SiteAsset } from "./apps/site-assets.ts";
import { notFound, rethrowAsNotFound } from "./params.ts";
import { readerHeaders } from "./preferences.ts";

const sharedStaleSeconds = 5; // a cache in front of the node may send the old answer while it asks
const compressedAssetBytes = 8 * MiB; // compressed styles and scripts in memory

/**
 * The caching of pages that are the same for all readers of a language and theme, and may change at any time. A cache in front of
 * the node stores them for some seconds. A browser asks each time: because of `must-revalidate` it ignores
 * `stale-while-revalidate`, so that a reader who has commented sees the new page.
 */
export const sharedCaching = [
  "public",
  "max-age=0",
  "must-revalidate",
  `s-maxage=${limits.sharedSeconds}`,
  `stale-while-revalidate=${sharedStaleSeconds}`,
].join(", ");

/** A page without its headers. */
export type CachedPage = Pick<Compressible, "body" | "etag" | "compress"> & {
  /** The value of its header `Link`. */
  readonly link?: string | null;
};

/** A page that is at another address of this site now. */
export interface Moved {
  /** A path with its query. */
  readonly movedTo: string;
}

export function isMoved(page: CachedPage | Moved): page is Moved {
  return "movedTo" in page;
}

/** Redirects to where a page is now, which may change again. */
export function redirectToNew(reply: FastifyReply, path: string): FastifyReply {
  return reply.header("cache-control", "public, max-age=3600").redirect(path, 301);
}

/** The rights of a page besides showing text. */
export interface PageRights {
  /** Forms may be sent to this site. */
  readonly hasForm?: boolean;
  /** Its address holds a secret: the link of a mail. */
  readonly hidesAddress?: boolean;
  /** Scripts of this site run, and send requests to this site. */
  readonly runs?: boolean;
  /** The addresses of other hosts that its scripts may open. */
  readonly connects?: readonly string[];
  /** A program of the owner, which creates styles and pictures while it runs; its styles carry this nonce. */
  readonly styleNonce?: string;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The origin to which browsers are sent for large contents, or none. */
    contentOrigins: readonly string[];
  }
}

/**
 * Only this site's files load, no other site frames the page, and forms go to this site only.
 * @param files another origin of its pictures and recordings; the service worker fetches them, which counts as a connection
 */
function policyOf(
  files: readonly string[],
  { hasForm = false, runs = false, connects = [], styleNonce }: PageRights,
): string {
  const own = ["'self'", ...files].join(" ");
  const ownStyles = styleNonce ? ` 'nonce-${styleNonce}'` : "";
  return [
    "default-src 'none'",
    runs
      ? `script-src 'self'; connect-src ${[own, ...connects].join(" ")}; worker-src 'self'`
      : "script-src 'none'",
    `style-src 'self'${ownStyles}`,
    `img-src ${own}${ownStyles && " blob: data:"}`,
    `media-src ${own}${ownStyles && " blob:"}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

type Maker = (request: FastifyRequest) => Promise<CachedPage | Moved | null>;

/** Adds a route for a page. One that moved is a redirect; null, an invalid cursor and a node without an owner are answered 404. */
export function addPage(
  scope: FastifyInstance,
  url: string,
  make: Maker,
  { options = prepared, ...rights }: PageRights & { options?: RouteShorthandOptions } = {},
): void {
  const handler: RouteHandlerMethod = async (request, reply) => {
    const page = await request.readOneState(() => make(request)).catch(rethrowAsNotFound);
    if (page === null) throw notFound();
    if (isMoved(page)) return redirectToNew(reply, page.movedTo);
    return await sendPage(request, reply, page, rights);
  };
  addReadRoute(scope, url, handler, options);
}

/** Sends a page of the site; 304 when the browser has it. Caches store only prepared pages. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { link, ...page }: CachedPage,
  rights: PageRights,
): Promise<FastifyReply> {
  if (link) reply.header("link", link);
  setPageHeaders(reply, rights)
    .header("cache-control", request.routeOptions.config.isPrepared ? sharedCaching : "no-cache")
    .header("speculation-rules", `"${speculationRules.path}"`);
  return await sendCompressed(
    request,
    reply,
    { ...page, mediaType: "text/html; charset=utf-8" },
    readerHeaders,
  );
}

/** Sets the headers of every page of the site. */
export function setPageHeaders(reply: FastifyReply, rights: PageRights = {}): FastifyReply {
  return reply
    .header("content-security-policy", policyOf(reply.server.contentOrigins, rights))
    .header("permissions-policy", permissionsPolicy)
    .header("referrer-policy", rights.hidesAddress ? "no-referrer" : "same-origin")
    .header("cross-origin-opener-policy", "same-origin");
}

/**
 * Adds a route for a feed, a sitemap or a manifest: a file for programs, in which no script runs. One that moved is a redirect; null is
 * answered 404.
 *
 * @param vary the request headers that it depends on
 * @param headers in place of the usual ones
 */
export function addDocument(
  scope: FastifyInstance,
  {
    url,
    mediaType,
    vary = readerHeaders,
    headers = {},
  }: { url: string; mediaType: string; vary?: readonly string[]; headers?: Readonly<Record<string, string>> },
  make: Maker,
): void {
  const handler: RouteHandlerMethod = async (request, reply) => {
    const document = await request.readOneState(() => make(request));
    if (document === null) throw notFound();
    if (isMoved(document)) return redirectToNew(reply, document.movedTo);
    const { link, ...page } = document;
    reply.header("access-control-allow-origin", "*");
    if (link) reply.header("link", link);
    sandbox(reply, sharedCaching).headers(headers);
    return await sendCompressed(request, reply, { ...page, mediaType }, vary);
  };
  addReadRoute(scope, url, handler, prepared);
}

/** Sends a picture that `draw` makes, in which no script runs; 304 when the client has it. Null is answered 404. */
export async function sendDrawing(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, mediaType, cacheControl }: { etag: string; mediaType: string; cacheControl: string },
  draw: () => Promise<string | Buffer | null>,
): Promise<FastifyReply> {
  const status = statusOfConditions(request.headers, { etag, lastModified: null });
  const drawing = status === null ? await draw() : null;
  if (status === null && drawing === null) throw notFound();
  sandbox(reply, cacheControl).header("etag", etag);
  return status === null ? reply.type(mediaType).send(drawing) : reply.code(status).send();
}

function sandbox(reply: FastifyReply, cacheControl: string): FastifyReply {
  return reply
    .header("cache-control", cacheControl)
    .header("content-security-policy", "default-src 'none'; sandbox");
}

/** Targets of links that a browser must not prefetch: programs, actions, searches, and files. */
const notPrefetched = [
  "/console",
  "/console/*",
  "/install",
  "/install/*",
  "/api/*",
  "/ewp/*",
  "/assets/*",
  "/comments/*",
  "/newsletter/*",
  "/preferences",
  "/search",
  "/publications/*/file",
  "/*.xml",
  "/*.json",
];

/** The pages of this site that a browser may prefetch when a link to them is about to be clicked. */
const rules = {
  prefetch: [
    {
      source: "document",
      where: {
        and: [
          { href_matches: "/*" },
          ...notPrefetched.map((pattern) => ({ not: { href_matches: pattern } })),
        ],
      },
      eagerness: "moderate",
    },
  ],
};

const body = Buffer.from(JSON.stringify(rules));
const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);

/** The rules as a file, named in a header of each page: the site's policy allows no inline script. */
export const speculationRules: SiteAsset = {
  path: `/assets/ahead.${hash}.json`,
  mediaType: "application/speculationrules+json",
  body,
};

/** Media types that compression makes smaller; pictures and fonts are compressed already. */
const isText = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|javascript|xml))/;

/** Sends the assets of pages. An asset never changes under its name, so each is compressed once, with the best effort. */
export function createSendAsset(): (
  request: FastifyRequest,
  reply: FastifyReply,
  asset: SiteAsset,
) => Promise<FastifyReply> {
  const compress = createCompressor({ maxBytes: compressedAssetBytes, effort: "best" });
  return async (request, reply, { path, mediaType, body }) => {
    // A page loads a dozen of them, so each has the headers that it needs.
    reply
      .removeHeader(requestIdHeader)
      .header("cache-control", "public, immutable, max-age=31536000")
      .header("content-security-policy", "default-src 'none'");
    if (!isText.test(mediaType)) return reply.type(mediaType).send(body);
    return await sendCompressed(request, reply, {
      body,
      // The path names the bytes, so the tag only tells encodings apart.
      etag: '"0"',
      mediaType,
      compress: (encoding) => compress(body, path, encoding),
    });
  };
}
