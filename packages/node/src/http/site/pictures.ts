import { createHash } from "node:crypto";
import { appIcons, cardSize, renderAppIcon, renderCard, renderManifest } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import { isUnchanged } from "../bytes/conditions.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { notFound, readKey } from "./params.ts";
import type { Rasteriser } from "./rasteriser.ts";
import { sendDocument } from "./respond.ts";

/** What stands for the site elsewhere: its manifest, its icons, and a picture for each post. */
export function answerPictures(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "owner">,
  pages: Pages,
  rasteriser: Rasteriser,
): void {
  addReadRoute(scope, "/manifest.webmanifest", async (request, reply) => {
    const manifest = await pages.made(request, { manifest: 1 }, async (view) => renderManifest(view));
    return sendDocument(request, reply, manifest, "application/manifest+json; charset=utf-8");
  });
  addReadRoute(scope, "/icons/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const icon = appIcons.find((one) => one.file === name);
    const view = icon && (await pages.ownedViewFor(request));
    if (!icon || !view) throw notFound();
    return await sendPicture(request, reply, rasteriser, {
      svg: renderAppIcon(view.owner, icon),
      width: icon.size,
    });
  });
  addReadRoute(scope, "/publications/:key/card.png", async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    const view = found && (await pages.ownedViewFor(request));
    if (!view) throw notFound();
    const { post } = found;
    const seal = post.timestamp === null ? null : post.contentHash;
    const svg = renderCard({ owner: view.owner, seal });
    return await sendPicture(request, reply, rasteriser, { svg, width: cardSize.width });
  });
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  rasteriser: Rasteriser,
  { svg, width }: { svg: string; width: number },
): Promise<FastifyReply> {
  const etag = `"${createHash("sha256").update(`${width} ${svg}`).digest("base64url").slice(0, 22)}"`;
  const isKnown = isUnchanged(request.headers, { etag, lastModified: null });
  const png = isKnown ? null : await rasteriser.draw(svg, width);
  if (!isKnown && png === null) throw notFound();
  reply
    .header("cache-control", "public, max-age=86400")
    .header("etag", etag)
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("x-content-type-options", "nosniff");
  return isKnown ? reply.code(304).send() : reply.type("image/png").send(png);
}
