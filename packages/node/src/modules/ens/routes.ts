import { parseAddress } from "@freehold/protocol";
import type { FastifyInstance } from "fastify";
import { protectBytes, sendBytes } from "../../http/bytes/send-bytes.ts";
import { page } from "../../http/prices.ts";
import { addReadRoute, priced } from "../../http/read-route.ts";
import type { SiteContext } from "../../http/site/pages.ts";
import { notFound } from "../../http/site/params.ts";
import { openEnsPicture } from "./read.ts";

/** GET /ens/:address: the picture of a name in ENS as it is stored here, so that readers call no other site. */
export function answerEnsPictures(scope: FastifyInstance, ctx: SiteContext): void {
  addReadRoute(
    scope,
    "/ens/:address",
    async (request, reply) => {
      const address = parseAddress((request.params as { address: string }).address);
      const picture = address && (await openEnsPicture(ctx, address));
      if (!picture) throw notFound();
      const { hash, mediaType, size, open } = picture;
      // Its path changes with its bytes.
      protectBytes(reply).header("cache-control", "public, max-age=86400");
      return sendBytes(request, reply, { etag: `"${hash}"`, lastModified: null, mediaType, size, open });
    },
    priced(page),
  );
}
