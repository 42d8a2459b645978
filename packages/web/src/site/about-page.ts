import { createElement as h, type ReactElement } from "react";
import type { SiteOwner } from "./resources.ts";
import type { OwnedView } from "./view.ts";

/** What a page tells programs of itself, for a preview elsewhere and for search engines. */
export interface AboutPage {
  readonly title: string;
  readonly description: string | null;
  /** The whole address. */
  readonly url: string;
  readonly picture: PagePicture;
  /** The first page, a post of that time in milliseconds, or any other page. */
  readonly kind: "site" | "page" | { readonly publishedAt: number };
}

/** A picture for previews. */
export interface PagePicture {
  /** The whole address. */
  readonly url: string;
  /** What it shows, in words; null where nobody said. */
  readonly alt: string | null;
  /** Pixels; null where they are not known. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** What stands for the whole site: the owner's picture, or the one that is drawn from the address. */
export function pictureOfSite({ url, title, hasAvatar, avatarSize }: SiteOwner): PagePicture {
  const base = url.replace(/\/$/, "");
  return hasAvatar
    ? { url: `${base}/ewp/avatar`, alt: title, size: avatarSize }
    : { url: `${base}/icons/512.png`, alt: title, size: { width: 512, height: 512 } };
}

/** OpenGraph, and JSON-LD of schema.org. */
export function aboutPage({ owner, words }: OwnedView, about: AboutPage): ReactElement[] {
  const { title, description, url, picture, kind } = about;
  const published = typeof kind === "object" ? new Date(kind.publishedAt).toISOString() : null;
  const facts: [string, string | null][] = [
    ["og:type", published ? "article" : "website"],
    ["og:site_name", owner.title],
    ["og:locale", localeOf(words.language)],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ["og:image", picture.url],
    ["og:image:width", picture.size ? String(picture.size.width) : null],
    ["og:image:height", picture.size ? String(picture.size.height) : null],
    ["og:image:alt", picture.alt],
    ["article:published_time", published],
    ["article:author", published && `${owner.url.replace(/\/$/, "")}/`],
  ];
  const metas = facts.flatMap(([property, content]) =>
    content ? [h("meta", { key: property, property, content })] : [],
  );
  const card = published && picture.size ? "summary_large_image" : "summary";
  return [...metas, h("meta", { key: "card", name: "twitter:card", content: card }), jsonLd(owner, about)];
}

/** OpenGraph has a country with each language: the one where most people speak it. */
function localeOf(language: string): string {
  const likely = new Intl.Locale(language).maximize();
  return `${likely.language}_${likely.region}`;
}

function jsonLd(owner: SiteOwner, { title, description, url, picture, kind }: AboutPage): ReactElement {
  const home = `${owner.url.replace(/\/$/, "")}/`;
  const face = pictureOfSite(owner).url;
  const author = { "@type": "Person", "@id": `${home}#owner`, name: owner.title, url: home, image: face };
  const site = { "@type": "WebSite", name: owner.title, url: home };
  const common = { description, url, image: picture.url, author };
  const json = JSON.stringify(
    { "@context": "https://schema.org", ...factsOf(kind, { title, url, site }), ...common },
    (_key, value) => value ?? undefined,
  );
  // A browser looks for the end of a script before it looks at JSON.
  const safe = json
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return h("script", {
    key: "json-ld",
    type: "application/ld+json",
    dangerouslySetInnerHTML: { __html: safe },
  });
}

function factsOf(
  kind: AboutPage["kind"],
  { title, url, site }: Pick<AboutPage, "title" | "url"> & { site: object },
): object {
  if (kind === "site") return { "@type": "WebSite", name: title };
  if (kind === "page") return { "@type": "WebPage", name: title, isPartOf: site };
  const datePublished = new Date(kind.publishedAt).toISOString();
  const facts = { headline: title, datePublished, dateModified: datePublished };
  return { "@type": "BlogPosting", ...facts, mainEntityOfPage: url, isPartOf: site };
}
