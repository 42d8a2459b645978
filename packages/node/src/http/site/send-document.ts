import type { FastifyReply, FastifyRequest } from "fastify";
import { isUnchanged } from "../bytes/check-conditions.ts";
import { readerHeaders } from "./read-reader.ts";
import type { MadePage } from "./send-page.ts";

/** Sends what programs read: a feed, a sitemap. Whoever has it is told so. Nothing in it runs. */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag }: MadePage,
  mediaType: string,
): FastifyReply {
  reply
    .header("cache-control", "no-cache")
    .header("vary", readerHeaders)
    .header("etag", etag)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*");
  if (isUnchanged(request.headers, { etag, lastModified: null })) return reply.code(304).send();
  return reply.type(mediaType).send(html);
}
