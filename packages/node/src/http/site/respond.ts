import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { createCompressor, type Encoding, sendCompressed } from "../bytes/compression.ts";
import { limits } from "../limits.ts";
import { readerHeaders } from "./preferences.ts";
import type { SiteAsset } from "./site-assets.ts";

/** A page as it is sent. */
export interface CachedPage {
  readonly html: Buffer;
  readonly etag: string;
  /** Done once for each encoding. */
  pack(encoding: Encoding): Promise<Buffer>;
}

/** What a page may do beside being read. */
export interface PageRights {
  /** Forms may be sent to this site. */
  readonly hasForm?: boolean;
  /** Its address holds something that nobody else is to know: a link of a mail. */
  readonly hidesAddress?: boolean;
  /** Scripts of this site's own run, and speak with this site. */
  readonly runs?: boolean;
  /** A program of the owner's, which makes styles and pictures while it runs; its styles carry this nonce. */
  readonly styleNonce?: string;
}

/** Nothing is loaded from elsewhere, nothing frames, and nothing is sent anywhere else. */
function policyOf({ hasForm = false, runs = false, styleNonce }: PageRights): string {
  return [
    "default-src 'none'",
    runs ? "script-src 'self'; connect-src 'self'; worker-src 'self'" : "script-src 'none'",
    styleNonce ? `style-src 'self' 'nonce-${styleNonce}'` : "style-src 'self'",
    styleNonce ? "img-src 'self' blob: data:" : "img-src 'self'",
    styleNonce ? "media-src 'self' blob:" : "media-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Sends a page of the site; a browser that has it is told so. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag, pack }: CachedPage,
  rights: PageRights = {},
): Promise<FastifyReply> {
  setPageHeaders(reply, rights)
    .header("cache-control", "no-cache")
    .header("speculation-rules", `"${speculationRules.path}"`);
  const page = { body: html, etag, mediaType: "text/html; charset=utf-8", compress: pack };
  return await sendCompressed(request, reply, page, readerHeaders);
}

/** The headers that stand on every page of the site. */
export function setPageHeaders(reply: FastifyReply, rights: PageRights = {}): FastifyReply {
  return reply
    .header("content-security-policy", policyOf(rights))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", rights.hidesAddress ? "no-referrer" : "same-origin")
    .header("cross-origin-opener-policy", "same-origin");
}

/** Sends what programs read: a feed, a sitemap. Whoever has it is told so. Nothing in it runs. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag, pack }: CachedPage,
  mediaType: string,
): Promise<FastifyReply> {
  reply
    .header("cache-control", "no-cache")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*");
  return await sendCompressed(request, reply, { body: html, etag, mediaType, compress: pack }, readerHeaders);
}

/** What a page of the site leads to and is not fetched before its time: programs, actions, searches, and bytes. */
const notAhead = [
  ...["/console", "/console/*", "/install", "/install/*", "/api/*", "/ewp/*", "/assets/*"],
  ...["/comments/*", "/preferences", "/search", "/publications/*/file", "/*.xml", "/*.json"],
];

/** Which pages a browser may fetch when a link to them is about to be touched (speculation rules); this site's alone. */
const rules = {
  prefetch: [
    {
      source: "document",
      where: {
        and: [{ href_matches: "/*" }, ...notAhead.map((pattern) => ({ not: { href_matches: pattern } }))],
      },
      eagerness: "moderate",
    },
  ],
};

const body = Buffer.from(JSON.stringify(rules));
const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);

/** The rules as a file: a header of each page names it, since the site's policy allows no script inside a page. */
export const speculationRules: SiteAsset = {
  path: `/assets/ahead.${hash}.json`,
  mediaType: "application/speculationrules+json",
  body,
};

/** What is made smaller by packing; pictures and fonts are packed already. */
const isText = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|javascript|xml))/;

/** Sends files that pages refer to. They never change under their name, so each is packed as well as it can be, once. */
export function createSendAsset(): (
  request: FastifyRequest,
  reply: FastifyReply,
  asset: SiteAsset,
) => Promise<FastifyReply> {
  const pack = createCompressor({ maxBytes: limits.compressedAssetBytes, effort: "best" });
  return async (request, reply, { path, mediaType, body }) => {
    reply
      .header("cache-control", "public, immutable, max-age=31536000")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'");
    if (!isText.test(mediaType)) return reply.type(mediaType).send(body);
    const etag = `"${path.slice(path.lastIndexOf("/") + 1)}"`;
    const compressible = {
      body,
      etag,
      mediaType,
      compress: (encoding: Parameters<typeof pack>[2]) => pack(body, path, encoding),
    };
    return await sendCompressed(request, reply, compressible);
  };
}
