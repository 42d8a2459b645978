import { pathOfPost, renderSitemap, renderSitemapIndex } from "@freehold/web";
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from "fastify";
import { readPublicLocations, readSitePages } from "../../../domain/publications/public-posts.ts";
import { sendText } from "../../bytes/send-bytes.ts";
import { addReadRoute, prepared } from "../../read-route.ts";
import type { SiteContext } from "../pages.ts";
import { readPageNumber } from "../params.ts";
import { addDocument, type CachedPage, type Moved } from "../respond.ts";
import { findLastPage } from "./shrunk-lists.ts";

const sitemapEntries = 10_000; // pages in one sitemap

/** For search engines: the paths that they may read, and a list of all pages. */
export function answerCrawlers(scope: FastifyInstance, ctx: SiteContext): void {
  const { pages } = ctx;

  const robots: RouteHandlerMethod = async (request, reply) => {
    const owner = await ctx.owner.get();
    const lines = [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /console",
      "Disallow: /install",
      "Disallow: /search",
      "Disallow: /verify",
    ];
    if (owner) lines.push(`Sitemap: ${trim(owner.url)}/sitemap.xml`);
    reply.header("cache-control", "public, max-age=3600");
    return sendText(request, reply, {
      text: `${lines.join("\n")}\n`,
      mediaType: "text/plain; charset=utf-8",
    });
  };
  addReadRoute(scope, "/robots.txt", robots, prepared);
  // It has no words, and is the same for everybody.
  const sitemap = { url: "/sitemap.xml", mediaType: "application/xml; charset=utf-8", vary: [] };
  addDocument(scope, sitemap, (request) =>
    Object.hasOwn(request.query as object, "page")
      ? part(request, readPageNumber(request.query))
      : whole(request),
  );

  /** One sitemap where that is enough, else the list of them. */
  async function whole(request: FastifyRequest): Promise<CachedPage | Moved | null> {
    const found = await readPublicLocations(ctx, { limit: 0, offset: 0 });
    const count = Math.ceil((found?.total ?? 0) / sitemapEntries);
    if (count <= 1) return await part(request, 1);
    return await pages.made(request, { sitemaps: count }, async ({ owner }) =>
      renderSitemapIndex(
        Array.from({ length: count }, (_, index) => `${trim(owner.url)}/sitemap.xml?page=${index + 1}`),
      ),
    );
  }

  async function part(request: FastifyRequest, page: number): Promise<CachedPage | Moved | null> {
    const offset = (page - 1) * sitemapEntries;
    const found = await readPublicLocations(ctx, { limit: sitemapEntries, offset });
    if (found === null) return null;
    if (page > 1 && found.posts.length === 0)
      return await findLastPage(ctx, {
        path: "/sitemap.xml",
        page,
        pageCount: 1,
        each: sitemapEntries,
      });
    const base = trim(found.owner.url);
    const toEntry = ({ modifiedAt, ...post }: (typeof found.posts)[number]) => {
      if (modifiedAt === null) throw new Error(`The publication ${post.id} is public without a date.`);
      return { url: `${base}${pathOfPost(post)}`, changedAt: modifiedAt };
    };
    const entries = found.posts.map(toEntry);
    if (page === 1) {
      const changedAt =
        entries.length > 0
          ? Math.max(...entries.map((entry) => entry.changedAt))
          : found.owner.updatedAt * 1000;
      entries.unshift({ url: `${base}/`, changedAt }, ...(await readSitePages(ctx)).map(toEntry));
    }
    return await pages.made(request, { sitemap: page, entries }, async () => renderSitemap(entries));
  }
}

function trim(url: string): string {
  return url.replace(/\/$/, "");
}
