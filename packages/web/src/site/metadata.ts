import { type HtmlValue, html, raw } from "./html.ts";
import { baseOf, type OwnedView, type SiteOwner } from "./view.ts";

/** A page as previews elsewhere and search engines see it. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string | null;
  /** The full address. */
  readonly url: string;
  readonly picture: PagePicture;
  /** The first page, a post with its time in milliseconds, or any other page. */
  readonly kind: "site" | "page" | { readonly publishedAt: number };
}

/** A picture for previews. */
export interface PagePicture {
  /** The full address. */
  readonly url: string;
  /** Its description; null where there is none. */
  readonly alt: string | null;
  /** Pixels; null where they are not known. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The picture of the whole site: the owner's avatar, or the portrait drawn from the address. */
export function pictureOfSite(owner: SiteOwner): PagePicture {
  const { title, hasAvatar, avatarSize } = owner;
  return hasAvatar
    ? { url: `${baseOf(owner)}/ewp/avatar`, alt: title, size: avatarSize }
    : { url: `${baseOf(owner)}/icons/512.png`, alt: title, size: { width: 512, height: 512 } };
}

/** OpenGraph properties, and JSON-LD of schema.org. */
export function metadata({ owner, messages }: OwnedView, page: PageMetadata): HtmlValue {
  const { title, description, url, picture, kind } = page;
  const published = typeof kind === "object" ? new Date(kind.publishedAt).toISOString() : null;
  const properties: [string, string | number | null | undefined][] = [
    ["og:type", published ? "article" : "website"],
    ["og:site_name", owner.title],
    ["og:locale", localeOf(messages.language)],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ["og:image", picture.url],
    ["og:image:width", picture.size?.width],
    ["og:image:height", picture.size?.height],
    ["og:image:alt", picture.alt],
    ["article:published_time", published],
    ["article:author", published && `${baseOf(owner)}/`],
  ];
  return [
    properties.map(([name, content]) => content && html`<meta property="${name}" content="${content}"/>`),
    html`<meta name="twitter:card" content="${published && picture.size ? "summary_large_image" : "summary"}"/>`,
    jsonLd(owner, page),
  ];
}

/** OpenGraph wants a country with each language: the one with the most speakers. */
function localeOf(language: string): string {
  const likely = new Intl.Locale(language).maximize();
  return `${likely.language}_${likely.region}`;
}

function jsonLd(owner: SiteOwner, { title, description, url, picture, kind }: PageMetadata): HtmlValue {
  const home = `${baseOf(owner)}/`;
  const image = pictureOfSite(owner).url;
  const author = { "@type": "Person", "@id": `${home}#owner`, name: owner.title, url: home, image };
  const site = { "@type": "WebSite", name: owner.title, url: home };
  const common = { description, url, image: picture.url, author };
  const json = JSON.stringify(
    { "@context": "https://schema.org", ...typeOf(kind, { title, url, site }), ...common },
    (_key, value) => value ?? undefined,
  );
  // A browser looks for the end of a script before it parses JSON.
  const safe = json
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return raw(`<script type="application/ld+json">${safe}</script>`);
}

function typeOf(
  kind: PageMetadata["kind"],
  { title, url, site }: { title: string; url: string; site: object },
): object {
  if (kind === "site") return { "@type": "WebSite", name: title };
  if (kind === "page") return { "@type": "WebPage", name: title, isPartOf: site };
  const datePublished = new Date(kind.publishedAt).toISOString();
  const dates = { datePublished, dateModified: datePublished };
  return { "@type": "BlogPosting", headline: title, ...dates, mainEntityOfPage: url, isPartOf: site };
}
