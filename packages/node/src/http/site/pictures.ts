import { createHash } from "node:crypto";
import { appIcons, cardSize, renderAppIcon, renderCard, renderManifest } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { addReadRoute, prepared } from "../read-route.ts";
import type { SiteContext } from "./pages.ts";
import { notFound, readKey } from "./params.ts";
import { addDocument, sendDrawing } from "./respond.ts";

/** How other programs show the site: its manifest, its icons, and a picture for each post. */
export function answerPictures(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;
  const manifest = { url: "/manifest.webmanifest", mediaType: "application/manifest+json; charset=utf-8" };
  addDocument(scope, manifest, (request) =>
    pages.made(request, { manifest: 1 }, async (view) => renderManifest(view)),
  );
  const icon: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string };
    const found = appIcons.find(({ file }) => file === name);
    const view = found && (await pages.ownedViewFor(request));
    if (!found || !view) throw notFound();
    return await sendPicture(request, reply, ctx, renderAppIcon(view.owner, found), found.size);
  };
  const card: RouteHandlerMethod = async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    const view = found && (await pages.ownedViewFor(request));
    if (!view) throw notFound();
    const seal = found.post.timestamp === null ? null : found.post.contentHash;
    return await sendPicture(request, reply, ctx, renderCard({ owner: view.owner, seal }), cardSize.width);
  };
  addReadRoute(scope, "/icons/:name", icon, prepared);
  addReadRoute(scope, "/publications/:key/card.png", card, prepared);
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { rasteriser }: Pick<SiteContext, "rasteriser">,
  svg: string,
  width: number,
): Promise<FastifyReply> {
  const digest = createHash("sha256").update(`${width} ${svg}`).digest("base64url").slice(0, 22);
  const props = { etag: `"${digest}"`, mediaType: "image/png", cacheControl: "public, max-age=86400" };
  return await sendDrawing(request, reply, props, () => rasteriser.draw(svg, width));
}
