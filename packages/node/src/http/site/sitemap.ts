import { pathOfPost, renderSitemap, renderSitemapIndex, type SitemapEntry } from "@freehold/web";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../context.ts";
import { readPublicPlaces } from "../../domain/publications/public-posts.ts";
import { limits } from "../limits.ts";
import { addReadRoute } from "../read-route.ts";
import type { Pages } from "./pages.ts";
import { notFound, readPageNumber } from "./params.ts";
import { sendDocument } from "./respond.ts";

/** What search engines ask for: where they may go, and every page there is. */
export function answerCrawlers(
  scope: FastifyInstance,
  ctx: Pick<Context, "store" | "owner">,
  pages: Pages,
): void {
  addReadRoute(scope, "/robots.txt", async (_request, reply) => {
    const base = await baseUrl();
    const lines = [
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /console",
      "Disallow: /install",
      "Disallow: /search",
      "Disallow: /verify",
    ];
    if (base !== null) lines.push(`Sitemap: ${base}/sitemap.xml`);
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(`${lines.join("\n")}\n`);
  });
  addReadRoute(scope, "/sitemap.xml", async (request, reply) => {
    const isPart = Object.hasOwn(request.query as object, "page");
    const map = isPart ? await part(request, readPageNumber(request.query)) : await whole(request);
    return await sendDocument(request, reply, map, "application/xml; charset=utf-8");
  });

  /** One sitemap where that is enough, else the list of them. */
  async function whole(request: FastifyRequest) {
    const found = await readPublicPlaces(ctx, { limit: 0, offset: 0 });
    if (found === null) throw notFound();
    const count = Math.ceil(found.total / limits.sitemapEntries);
    if (count <= 1) return await part(request, 1);
    return await pages.made(request, { sitemaps: count }, async ({ owner }) =>
      renderSitemapIndex(
        Array.from({ length: count }, (_, index) => `${trim(owner.url)}/sitemap.xml?page=${index + 1}`),
      ),
    );
  }

  async function part(request: FastifyRequest, page: number) {
    const offset = (page - 1) * limits.sitemapEntries;
    const found = await readPublicPlaces(ctx, { limit: limits.sitemapEntries, offset });
    if (found === null || (page > 1 && found.places.length === 0)) throw notFound();
    const base = trim(found.owner.url);
    const entries: SitemapEntry[] = found.places.map((place) => ({
      url: `${base}${pathOfPost(place)}`,
      changedAt: place.timestamp === null ? place.updatedAt : place.timestamp * 1000,
    }));
    if (page === 1)
      entries.unshift({
        url: `${base}/`,
        changedAt: entries[0]?.changedAt ?? found.owner.updatedAt * 1000,
      });
    return await pages.made(request, { sitemap: page, entries }, async () => renderSitemap(entries));
  }

  async function baseUrl(): Promise<string | null> {
    const owner = await ctx.owner.get();
    return owner && trim(owner.url);
  }
}

function trim(url: string): string {
  return url.replace(/\/$/, "");
}
