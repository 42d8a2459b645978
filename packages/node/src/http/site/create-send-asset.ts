import type { FastifyReply, FastifyRequest } from "fastify";
import { createCompressor, sendCompressed } from "../bytes/compression.ts";
import { limits } from "../limits.ts";
import type { SiteAsset } from "./site-assets.ts";

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
