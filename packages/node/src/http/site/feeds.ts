import { type FeedFormat, feedFormats, pathOfTag, renderFeed } from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readPostTags, readPublicPosts, readTaggedPosts } from "../../domain/publications/public-posts.ts";
import { readPublicSettings } from "../../domain/settings/settings.ts";
import { limits } from "../limits.ts";
import type { SiteContext } from "./pages.ts";
import { addDocument, type CachedPage } from "./respond.ts";

/** RSS, Atom and JSON Feed with whole posts, of all posts and of each tag, where the owner has feeds (`enableRss`). */
export function answerFeeds(scope: FastifyInstance, ctx: SiteContext): void {
  for (const format of feedFormats) {
    const mediaType = `${format.mediaType}; charset=utf-8`;
    addDocument(scope, { url: `/${format.file}`, mediaType }, (request) =>
      makeFeed(ctx, request, format, null),
    );
    addDocument(scope, { url: `/tags/:tag/${format.file}`, mediaType }, (request) =>
      makeFeed(ctx, request, format, (request.params as { tag: string }).tag),
    );
  }
}

async function makeFeed(
  ctx: SiteContext,
  request: FastifyRequest,
  format: FeedFormat,
  tag: string | null,
): Promise<CachedPage | null> {
  const { enableRss } = await readPublicSettings(ctx);
  if (!enableRss) return null;
  const found =
    tag === null
      ? await readPublicPosts(ctx, { limit: limits.feedItems, offset: 0 })
      : await readTaggedPosts(ctx, { tag, first: limits.feedItems, after: null });
  if (found === null) return null;
  const { owner, posts } = found;
  const props = { tag, tags: await readPostTags(ctx, posts), ownerSince: owner.updatedAt * 1000 };
  return await ctx.pages.made(request, { feed: format.name, posts, ...props }, async (view) => {
    const shown = await ctx.pages.toPosts(await ctx.pages.withoutShownFiles(posts), "none");
    return renderFeed(view, { ...props, posts: shown, path: tag === null ? "" : pathOfTag(tag) }, format);
  });
}
