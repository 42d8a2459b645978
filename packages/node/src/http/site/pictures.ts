import { createHash } from "node:crypto";
import { appIcons, cardSize, linkToPost, renderAppIcon, renderCard, renderManifest } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { cropImage } from "../../blobs/images.ts";
import { version } from "../../config/version.ts";
import { openCoverCopy } from "../../domain/publications/cover.ts";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import type { PublicPost } from "../../store/public-posts.ts";
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
    const { post } = found;
    const card = renderCard({
      owner: view.owner,
      seal: post.timestamp === null ? null : post.contentHash,
      title: linkToPost(await pages.toPost(post, "none")).title,
      cover: await readCover(ctx, post),
      canWrite: ctx.cardFonts.canWrite,
    });
    return await sendPicture(request, reply, ctx, card, cardSize.width);
  };
  addReadRoute(scope, "/icons/:name", icon, prepared);
  addReadRoute(scope, "/publications/:key/card.png", card, prepared);
}

/** A post's cover for its card, as a data URL; null where there is none or it can't be read. */
async function readCover(ctx: SiteContext, post: PublicPost): Promise<string | null> {
  const copy = await openCoverCopy(ctx, post);
  const bytes = copy && Buffer.concat(await Array.fromAsync(copy.read()));
  const cropped = bytes && (await cropImage(bytes, { width: 460, height: cardSize.height }));
  return cropped && `data:image/jpeg;base64,${cropped.toString("base64")}`;
}

async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { rasteriser, cardFonts }: Pick<SiteContext, "rasteriser" | "cardFonts">,
  svg: string,
  width: number,
): Promise<FastifyReply> {
  const drawnWith = [version, ...cardFonts.files, width].join(" ");
  const digest = createHash("sha256").update(`${drawnWith} ${svg}`).digest("base64url").slice(0, 22);
  const props = { etag: `"${digest}"`, mediaType: "image/png", cacheControl: "public, max-age=86400" };
  return await sendDrawing(request, reply, props, () => rasteriser.draw(svg, width));
}
