import { type FeedFormat, feedFormats, type OwnedView, pathOfTag, renderFeed } from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../../context.ts";
import { linksOfFeed } from "../../../domain/feed-links.ts";
import { readPostTags, readPublicPosts, readTaggedPosts } from "../../../domain/publications/public-posts.ts";
import { readPublicSettings } from "../../../domain/settings/settings.ts";
import type { Profile } from "../../../store/peers/profiles.ts";
import type { SiteContext } from "../pages.ts";
import { addDocument, type CachedPage } from "../respond.ts";
import type { Texts } from "../texts/texts.ts";

const feedItems = 30; // posts in a feed

/** A browser shows a feed with the site's stylesheet; nothing else is loaded, and nothing runs. */
const headers = { "content-security-policy": "default-src 'none'; style-src 'self'" };

/** RSS, Atom and JSON Feed with whole posts, of all posts and of each tag, where the owner has feeds (`enableRss`). */
export function answerFeeds(scope: FastifyInstance, ctx: SiteContext): void {
  for (const format of feedFormats) {
    const mediaType = `${format.sentAs}; charset=utf-8`;
    addDocument(scope, { url: `/${format.file}`, mediaType, headers }, (request) =>
      makeFeed(ctx, request, format, null),
    );
    addDocument(scope, { url: `/tags/:tag/${format.file}`, mediaType, headers }, (request) =>
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
  const feed = await readFeed(ctx, { format, tag });
  if (feed === null) return null;
  const { owner, props, render } = feed;
  const path = new URL(request.url, owner.url).pathname;
  const page = await ctx.pages.made(request, props, render);
  return { ...page, link: linksOfFeed(owner.url, path) };
}

/** The parts of a feed. */
export interface FeedParts {
  readonly owner: Profile;
  readonly props: object;
  render(view: OwnedView): Promise<string>;
}

/** Reads the posts of a feed of all posts or of a tag; null where the owner has no feeds, or nothing has the tag. */
export async function readFeed(
  ctx: Pick<Context, "store" | "blobs" | "owner"> & { pages: Pick<Texts, "toPosts" | "withoutShownFiles"> },
  { format, tag }: { format: FeedFormat; tag: string | null },
): Promise<FeedParts | null> {
  const { enableRss } = await readPublicSettings(ctx);
  if (!enableRss) return null;
  const found =
    tag === null
      ? await readPublicPosts(ctx, { limit: feedItems, offset: 0 })
      : await readTaggedPosts(ctx, { tag, first: feedItems, after: null });
  if (found === null) return null;
  const { owner, posts } = found;
  const about = { tag, tags: await readPostTags(ctx, posts), ownerSince: owner.updatedAt * 1000 };
  return {
    owner,
    props: { feed: format.name, posts, ...about },
    async render(view) {
      const shown = await ctx.pages.toPosts(await ctx.pages.withoutShownFiles(posts), "feed");
      return renderFeed(view, { ...about, posts: shown, path: tag === null ? "" : pathOfTag(tag) }, format);
    },
  };
}
