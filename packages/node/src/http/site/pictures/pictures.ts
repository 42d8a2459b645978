import { createHash } from "node:crypto";
import {
  appIcons,
  cardSize,
  linkToPost,
  renderAppIcon,
  renderBadge,
  renderCard,
  renderManifest,
  type SiteOwner,
  textPlaces,
} from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { cropImage } from "../../../blobs/images.ts";
import { version } from "../../../config/version.ts";
import { openAvatar } from "../../../domain/profile/picture.ts";
import { findPublicPost, openCoverCopy } from "../../../domain/publications/public-posts.ts";
import type { PublicPost } from "../../../store/publications/public-posts.ts";
import { addReadRoute, prepared } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";
import { notFound, parseKey, readKey } from "../params.ts";
import { addDocument, sendDrawing } from "../respond.ts";
import { drawCardText, writeForCard } from "./card-text.ts";

const avatarSize = 144; // pixels of the owner's picture on a card, twice as many as it takes there

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
    const svg = renderAppIcon(view.owner, found);
    return await sendPicture(request, reply, ctx, { svg, width: found.size });
  };
  const card: RouteHandlerMethod = async (request, reply) => {
    const { key } = request.params as { key: string };
    const found = await findPublicPost(ctx, readKey(key));
    const view = found && (await pages.ownedViewFor(request));
    if (!view) throw notFound();
    const { post } = found;
    const words = wordsOf(view.owner, linkToPost(await pages.toPost(post, "none"), view));
    const { title, name } = words;
    const seal = post.timestamp === null ? null : post.contentHash;
    const card = { owner: view.owner, seal, title };
    return await sendPicture(request, reply, ctx, {
      svg: renderCard({ ...card, texts: null, cover: null, avatar: null }),
      width: cardSize.width,
      // To read and crop pictures takes longer than all else.
      pictures: {
        names: [post.coverHash, found.owner.avatarHash, title, name],
        draw: async () => {
          const cover = post.coverHash === null ? null : await readCover(ctx, post);
          return renderCard({
            ...card,
            texts: await drawTexts(words, cover !== null),
            cover,
            avatar: await readAvatar(ctx, found.owner),
          });
        },
      },
    });
  };
  addReadRoute(scope, "/icons/:name", icon, prepared);
  addReadRoute(scope, "/publications/:key/card.png", card, prepared);
}

/** The words of a card. The post's address stands for a title that no font can write, and the site's for such a name. */
function wordsOf(owner: Pick<SiteOwner, "title" | "url">, post: { path: string; title: string }) {
  const { host } = new URL(owner.url);
  return {
    title: writeForCard(post.title) || `${host}${post.path}`,
    name: writeForCard(owner.title) || host,
  };
}

async function drawTexts(words: ReturnType<typeof wordsOf>, hasCover: boolean) {
  const places = textPlaces(hasCover);
  return {
    title: await drawCardText(words.title, places.title),
    name: await drawCardText(words.name, places.name),
  };
}

/** A post's cover for its card, as a data URL; null where there is none or it can't be read. */
async function readCover(ctx: SiteContext, post: PublicPost): Promise<string | null> {
  const copy = await openCoverCopy(ctx, post);
  const bytes = copy && Buffer.concat(await Array.fromAsync(copy.read()));
  const cropped = bytes && (await cropImage(bytes, { width: 460, height: cardSize.height }));
  return cropped && `data:image/jpeg;base64,${cropped.toString("base64")}`;
}

/** The owner's picture for a card, as a data URL; null where there is none or it can't be read. */
async function readAvatar(
  { blobs }: Pick<SiteContext, "blobs">,
  owner: Parameters<typeof openAvatar>[1],
): Promise<string | null> {
  const avatar = await openAvatar(blobs, owner);
  const bytes = avatar && Buffer.concat(await Array.fromAsync(avatar.open()));
  const cropped = bytes && (await cropImage(bytes, { width: avatarSize, height: avatarSize }));
  return cropped && `data:image/jpeg;base64,${cropped.toString("base64")}`;
}

/**
 * Sends a picture. Its name depends on its content only, so that a picture that a client or this process has is not drawn
 * again.
 *
 * @param picture.pictures draws it with the pictures of these names, which `svg` does not have
 */
async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  { rasteriser }: Pick<SiteContext, "rasteriser">,
  {
    svg,
    width,
    pictures,
  }: {
    svg: string;
    width: number;
    pictures?: { readonly names: readonly (string | null)[]; draw(): Promise<string> };
  },
): Promise<FastifyReply> {
  const drawnWith = [version, width, ...(pictures?.names ?? [])].join(" ");
  const digest = createHash("sha256").update(`${drawnWith} ${svg}`).digest("base64url").slice(0, 22);
  const props = { etag: `"${digest}"`, mediaType: "image/png", cacheControl: "public, max-age=86400" };
  return await sendDrawing(request, reply, props, () =>
    rasteriser.draw(digest, width, pictures?.draw ?? (async () => svg)),
  );
}

const badgeFile = /^(.{1,300})\.svg$/u;

/**
 * `/badge/{slug, hash or number}.svg`: a badge of a signed post for other sites, which links to `/verify`. It says who
 * signed, and that anybody can check it; the picture itself proves nothing.
 */
export function answerBadges(scope: FastifyInstance, ctx: SiteContext): void {
  const badge = {
    url: "/badge/:name",
    mediaType: "image/svg+xml; charset=utf-8",
    // Other sites show it, and a reader's cache spares them a request for each page.
    headers: { "cross-origin-resource-policy": "cross-origin", "cache-control": "public, max-age=300" },
  };
  addDocument(scope, badge, async (request) => {
    const [, name = ""] = badgeFile.exec((request.params as { name: string }).name) ?? [];
    const found = await findPublicPost(ctx, parseKey(name) ?? { slug: name });
    if (!found || found.post.timestamp === null) return null;
    const { theme } = request.query as { theme?: unknown };
    const props = { badge: found.post.contentHash, theme: theme === "dark" ? "dark" : "light" } as const;
    return await ctx.pages.made(request, props, async (view) => renderBadge(view, found.post, props.theme));
  });
}
