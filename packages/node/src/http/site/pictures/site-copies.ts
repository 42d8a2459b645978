import { parseHash } from "@freehold/protocol";
import type { FastifyInstance, RouteHandlerMethod } from "fastify";
import { siteCopies } from "../../../blobs/site-copies.ts";
import { openSiteCopy } from "../../../domain/publications/files/open-copy.ts";
import { findMoved } from "../../../domain/publications/old-addresses.ts";
import { AppError } from "../../../errors/errors.ts";
import { protectBytes, sendBytes } from "../../bytes/send-bytes.ts";
import { simple } from "../../prices.ts";
import { addReadRoute } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";
import { notFound } from "../params.ts";

/**
 * `/pictures/{hash}/{width}.webp`: a copy of a public picture for the screens of readers (decision 0054). The hash names the picture,
 * so what is at an address never changes. Where there is no copy now, it leads to the original.
 */
export function answerSiteCopies(scope: FastifyInstance, ctx: SiteContext): void {
  const handler: RouteHandlerMethod = async (request, reply) => {
    const { hash, name: asked } = request.params as { hash: string; name: string };
    const contentHash = parseHash(hash);
    const name = siteCopies.find((one) => one === asked);
    const found = contentHash && name ? await openSiteCopy(ctx, contentHash, name) : null;
    if (!found) throw await explainMissing(ctx, contentHash);
    if ("originalPath" in found)
      return reply.header("cache-control", "no-store").redirect(found.originalPath, 302);
    const { copy, isSigned } = found;
    // A post that nobody signed may be taken back.
    const cacheControl = isSigned ? "public, immutable, max-age=31536000" : "public, max-age=3600";
    protectBytes(reply)
      .header("cache-control", cacheControl)
      // Feeds and mails show it elsewhere.
      .header("cross-origin-resource-policy", "cross-origin");
    const { mediaType, size } = copy;
    const etag = `"${contentHash}-${name}"`;
    return await sendBytes(request, reply, { etag, lastModified: null, mediaType, size, open: copy.read });
  };
  addReadRoute(scope, "/pictures/:hash/:name", handler, { config: { isPrepared: true, price: simple } });
}

/** GONE for a picture that was public here. */
async function explainMissing(ctx: SiteContext, hash: string | null) {
  const isGone = hash !== null && (await findMoved(ctx, `/publications/${hash}`)) === "gone";
  return isGone ? new AppError("GONE", "This was deleted.") : notFound();
}
