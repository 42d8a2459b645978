import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnchanged } from "../bytes/check-conditions.ts";

/** A page as it is sent. */
export interface MadePage {
  readonly html: Buffer;
  readonly etag: string;
}

/** Nothing runs, nothing is loaded from elsewhere, nothing frames or is sent anywhere. */
const policy = (formAction: "'none'" | "'self'") =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join("; ");

/** Sends a page of the site; a browser that has it is told so. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag }: MadePage,
): FastifyReply {
  guardPage(reply).header("cache-control", "no-cache").header("etag", etag);
  if (isUnchanged(request.headers, { etag, lastModified: null })) return reply.code(304).send();
  return reply.type("text/html; charset=utf-8").send(html);
}

/**
 * The headers that stand on every page of the site.
 *
 * @param hasForm whether there is a form on it, which may be sent to this site alone
 */
export function guardPage(reply: FastifyReply, { hasForm = false } = {}): FastifyReply {
  return reply
    .header("content-security-policy", policy(hasForm ? "'self'" : "'none'"))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin");
}
