import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SiteAssets } from "./resources.ts";

/** What a page says of itself, and what it holds. */
export interface Page {
  readonly title: string;
  readonly description: string | null;
  /** The full address of the page, or null when it has none of its own. */
  readonly canonical: string | null;
  readonly assets: SiteAssets;
  readonly body: ReactNode;
}

/** The whole document. No scripts, no inline styles: the site's content security policy allows neither. */
export function renderPage({ title, description, canonical, assets, body }: Page): string {
  const head = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: "light dark" }),
    h("title", null, title),
    description && h("meta", { name: "description", content: description }),
    canonical && h("link", { rel: "canonical", href: canonical }),
    h("link", { rel: "stylesheet", href: assets.stylesheet }),
    h("link", { rel: "icon", type: "image/svg+xml", href: assets.icon }),
  );
  return `<!doctype html>${renderToStaticMarkup(h("html", { lang: "en" }, head, h("body", null, body)))}`;
}
