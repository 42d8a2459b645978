import { type FeedFormat, feedFormats, pathOfTag, renderFeed } from "@freehold/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import {
  type PublicPosts,
  readPostTags,
  readPublicPosts,
  readTaggedPosts,
} from "../../domain/publications/public-posts.ts";
import { readPublicSettings } from "../../domain/settings/settings.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { notFound } from "./params.ts";
import { sendDocument } from "./respond.ts";

/** RSS, Atom and JSON Feed, of everything and of each tag, with whole posts; where the owner has feeds (`enableRss`). */
export function answerFeeds(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "blobs" | "owner">,
  pages: Pages,
): void {
  for (const format of feedFormats) {
    const { file, mediaType } = format;
    const send = async (request: FastifyRequest, reply: FastifyReply, tag: string | null) => {
      const { enableRss } = await readPublicSettings(ctx);
      const found = enableRss ? await readPosts(tag) : null;
      if (found === null) throw notFound();
      const feed = await feedOf(request, format, found, tag);
      return await sendDocument(request, reply, feed, `${mediaType}; charset=utf-8`);
    };
    addReadRoute(scope, `/${file}`, (request, reply) => send(request, reply, null));
    addReadRoute(scope, `/tags/:tag/${file}`, (request, reply) =>
      send(request, reply, (request.params as { tag: string }).tag),
    );
  }

  async function readPosts(tag: string | null): Promise<Pick<PublicPosts, "owner" | "posts"> | null> {
    if (tag === null) return await readPublicPosts(ctx, { limit: limits.feedItems, offset: 0 });
    return await readTaggedPosts(ctx, { tag, first: limits.feedItems, after: null });
  }

  async function feedOf(
    request: FastifyRequest,
    format: FeedFormat,
    { owner, posts }: Pick<PublicPosts, "owner" | "posts">,
    tag: string | null,
  ) {
    const tags = await readPostTags(ctx, posts);
    const ownerSince = owner.updatedAt * 1000;
    const props = { feed: format.name, tag, posts, tags, ownerSince };
    return await pages.made(request, props, async (view) =>
      renderFeed(
        view,
        {
          posts: await pages.toPosts(await pages.withoutShownFiles(posts), "none"),
          path: tag === null ? "" : pathOfTag(tag),
          ...{ tag, tags, ownerSince },
        },
        format,
      ),
    );
  }
}
