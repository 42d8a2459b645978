import { renderBadge } from "@freehold/web";
import type { FastifyInstance } from "fastify";
import { findPublicPost } from "../../domain/publications/public-posts.ts";
import type { SiteContext } from "./pages.ts";
import { parseKey } from "./params.ts";
import { addDocument } from "./respond.ts";

const file = /^(.{1,300})\.svg$/u;

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
    const [, name = ""] = file.exec((request.params as { name: string }).name) ?? [];
    const found = await findPublicPost(ctx, parseKey(name) ?? { slug: name });
    if (!found || found.post.timestamp === null) return null;
    const { theme } = request.query as { theme?: unknown };
    const props = { badge: found.post.contentHash, theme: theme === "dark" ? "dark" : "light" } as const;
    return await ctx.pages.made(request, props, async (view) => renderBadge(view, found.post, props.theme));
  });
}
