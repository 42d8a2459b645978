import { type HtmlValue, html, raw } from "./html.ts";
import { type Page, renderPage } from "./page.ts";
import { baseOf, type OwnedView, type SiteOwner } from "./view.ts";

/** A page as previews and search engines see it. */
export interface PageMetadata {
  readonly title: string;
  readonly description: string | null;
  readonly path: string;
  /** The page that search engines show in its place; itself if absent. */
  readonly canonicalPath?: string;
  /** The picture of the whole site if absent. */
  readonly picture?: PagePicture;
  /** The language of what the page is about; the one of the page itself if absent or unknown. */
  readonly language?: string | null;
  readonly isHome?: boolean;
  /** Milliseconds; only for a post. */
  readonly publishedAt?: number;
  /** Milliseconds: the last change of a post. */
  readonly modifiedAt?: number;
}

/** A picture for previews. */
export interface PagePicture {
  readonly path: string;
  readonly alt: string;
  /** Pixels; null if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** A page that search engines index: with its canonical address, its description, OpenGraph and JSON-LD. */
export function renderIndexedPage(
  view: OwnedView,
  about: PageMetadata,
  page: Pick<Page, "body" | "head" | "islands"> & { readonly title?: string },
): string {
  return renderPage(view, {
    title: `${about.title} · ${view.owner.title}`,
    description: about.description,
    canonical: `${baseOf(view.owner)}${about.canonicalPath ?? about.path}`,
    ...page,
    islands: ["header", ...(page.islands ?? [])],
    head: [page.head, metadata(view, about)],
  });
}

/** The owner's avatar, or the portrait drawn from the address. */
function pictureOfSite({ title: alt, avatar, avatarSize }: SiteOwner): PagePicture {
  return avatar
    ? { path: "/ewp/avatar", alt, size: avatarSize }
    : { path: "/icons/512.png", alt, size: { width: 512, height: 512 } };
}

function metadata({ owner, messages }: OwnedView, about: PageMetadata): HtmlValue {
  const { title, description, path, picture = pictureOfSite(owner), publishedAt, modifiedAt } = about;
  const base = baseOf(owner);
  const published = publishedAt === undefined ? null : new Date(publishedAt).toISOString();
  const modified = modifiedAt === undefined ? published : new Date(modifiedAt).toISOString();
  const properties: [string, string | number | null | undefined][] = [
    ["og:type", published ? "article" : "website"],
    ["og:site_name", owner.title],
    ["og:locale", localeOf(about.language ?? messages.language)],
    ["og:title", title],
    ["og:description", description],
    ["og:url", `${base}${path}`],
    ["og:image", `${base}${picture.path}`],
    ["og:image:width", picture.size?.width],
    ["og:image:height", picture.size?.height],
    ["og:image:alt", picture.alt],
    ["article:published_time", published],
    ["article:modified_time", modified === published ? null : modified],
    ["article:author", published && `${base}/`],
  ];
  // Programs of the fediverse name this account under a link to the page.
  const account = owner.links.find(({ isAccount }) => isAccount);
  const json = JSON.stringify(jsonLd(owner, { ...about, picture }, { published, modified }));
  return [
    properties.map(([name, content]) => content && html`<meta property="${name}" content="${content}"/>`),
    account && html`<meta name="fediverse:creator" content="${account.name}"/>`,
    html`<meta name="twitter:card" content="${published && picture.size ? "summary_large_image" : "summary"}"/>`,
    // A browser looks for the end of a script before it parses JSON.
    raw(`<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`),
  ];
}

/** OpenGraph wants a country with each language: the one with the most speakers. */
function localeOf(language: string): string {
  const likely = new Intl.Locale(language).maximize();
  return `${likely.language}_${likely.region}`;
}

/** A page as schema.org describes it. */
function jsonLd(
  owner: SiteOwner,
  { title, description, path, picture, isHome }: PageMetadata & { readonly picture: PagePicture },
  { published, modified }: { published: string | null; modified: string | null },
): object {
  const base = baseOf(owner);
  const home = `${base}/`;
  const url = `${base}${path}`;
  const isPartOf = { "@type": "WebSite", name: owner.title, url: home };
  const dates = { datePublished: published, dateModified: modified };
  return {
    "@context": "https://schema.org",
    ...(published
      ? { "@type": "BlogPosting", headline: title, ...dates, mainEntityOfPage: url, isPartOf }
      : isHome
        ? { "@type": "WebSite", name: title }
        : { "@type": "WebPage", name: title, isPartOf }),
    ...(description !== null && { description }),
    url,
    image: `${base}${picture.path}`,
    author: {
      "@type": "Person",
      "@id": `${home}#owner`,
      name: owner.title,
      url: home,
      image: `${base}${pictureOfSite(owner).path}`,
    },
  };
}
