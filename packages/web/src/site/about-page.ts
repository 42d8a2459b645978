import { createElement as h, type ReactElement } from "react";
import type { SiteOwner } from "./resources.ts";

/** What a page tells programs of itself, for a preview elsewhere and for search engines. */
export interface AboutPage {
  readonly title: string;
  readonly description: string | null;
  /** The whole address. */
  readonly url: string;
  /** Null where there is none. */
  readonly picture: PagePicture | null;
  /** Milliseconds; null for a page that is no post. */
  readonly publishedAt: number | null;
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

/** OpenGraph, and JSON-LD of schema.org. */
export function aboutPage(owner: SiteOwner, about: AboutPage): ReactElement[] {
  const { title, description, url, picture, publishedAt } = about;
  const isPost = publishedAt !== null;
  const facts: [string, string | null][] = [
    ["og:type", isPost ? "article" : "website"],
    ["og:site_name", owner.title],
    ["og:title", title],
    ["og:description", description],
    ["og:url", url],
    ["og:image", picture?.url ?? null],
    ["og:image:width", picture?.size ? String(picture.size.width) : null],
    ["og:image:height", picture?.size ? String(picture.size.height) : null],
    ["og:image:alt", picture?.alt ?? null],
    ["article:published_time", isPost ? new Date(publishedAt).toISOString() : null],
  ];
  const metas = facts.flatMap(([property, content]) =>
    content ? [h("meta", { key: property, property, content })] : [],
  );
  const card = h("meta", {
    key: "card",
    name: "twitter:card",
    content: picture?.size ? "summary_large_image" : "summary",
  });
  return [...metas, card, jsonLd(owner, about)];
}

function jsonLd(
  owner: SiteOwner,
  { title, description, url, picture, publishedAt }: AboutPage,
): ReactElement {
  const author = { "@type": "Person", name: owner.title, url: owner.url };
  const about =
    publishedAt === null
      ? { "@type": "WebSite", name: title, description, url, author }
      : {
          ...{ "@type": "BlogPosting", headline: title, description, url, image: picture?.url, author },
          ...{ datePublished: new Date(publishedAt).toISOString(), mainEntityOfPage: url },
        };
  const json = JSON.stringify(
    { "@context": "https://schema.org", ...about },
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
