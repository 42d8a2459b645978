import { escapeXml } from "./xml.ts";

/** One page of a site, for search engines. */
export interface SitemapEntry {
  /** The whole address. */
  readonly url: string;
  /** Milliseconds. */
  readonly changedAt: number;
}

/** A sitemap (sitemaps.org 0.9). */
export function renderSitemap(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ url, changedAt }) =>
      `<url><loc>${escapeXml(url)}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`,
  );
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}

/** The list of the sitemaps of a site that one can't hold. */
export function renderSitemapIndex(urls: readonly string[]): string {
  const maps = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`);
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${maps.join("")}</sitemapindex>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
