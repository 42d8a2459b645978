import type { FastifyReply, FastifyRequest } from "fastify";
import { sendCompressed } from "../bytes/compression.ts";
import { readerHeaders } from "./read-reader.ts";
import type { MadePage } from "./send-page.ts";

/** Sends what programs read: a feed, a sitemap. Whoever has it is told so. Nothing in it runs. */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag, pack }: MadePage,
  mediaType: string,
): Promise<FastifyReply> {
  reply
    .header("cache-control", "no-cache")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff")
    .header("access-control-allow-origin", "*");
  return await sendCompressed(request, reply, { body: html, etag, mediaType, compress: pack }, readerHeaders);
}
