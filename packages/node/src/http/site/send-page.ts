import type { FastifyReply, FastifyRequest } from "fastify";
import type { Encoding } from "../bytes/compression.ts";
import { sendCompressed } from "../bytes/compression.ts";
import { readerHeaders } from "./read-reader.ts";
import { speculationRules } from "./speculation-rules.ts";

/** A page as it is sent. */
export interface MadePage {
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
  { html, etag, pack }: MadePage,
  rights: PageRights = {},
): Promise<FastifyReply> {
  guardPage(reply, rights)
    .header("cache-control", "no-cache")
    .header("speculation-rules", `"${speculationRules.path}"`);
  const page = { body: html, etag, mediaType: "text/html; charset=utf-8", compress: pack };
  return await sendCompressed(request, reply, page, readerHeaders);
}

/** The headers that stand on every page of the site. */
export function guardPage(reply: FastifyReply, rights: PageRights = {}): FastifyReply {
  return reply
    .header("content-security-policy", policyOf(rights))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", rights.hidesAddress ? "no-referrer" : "same-origin")
    .header("cross-origin-opener-policy", "same-origin");
}
