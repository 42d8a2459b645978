import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { View } from "./view.ts";

/** What a page says of itself, and what it holds. */
export interface Page {
  readonly title: string;
  readonly description: string | null;
  /** The full address of the page, or null when it has none of its own. */
  readonly canonical: string | null;
  readonly body: ReactNode;
  /** A link to a manifest of its own, in place of the site's. */
  readonly manifest?: ReactNode;
  /** What else stands in the head. */
  readonly head?: ReactNode;
  /** Islands, for what a visitor may do here; a page reads without them. */
  readonly islands?: readonly (
    | "proof"
    | "follow"
    | "presence"
    | "comment"
    | "delete-comment"
    | "verify"
    | "copy"
    | "keep"
    | "offline"
  )[];
  /** Paths of other scripts. */
  readonly scripts?: readonly string[];
}

/** The whole document. No inline scripts or styles: the site's content security policy allows neither. */
export function renderPage(
  view: View,
  { title, description, canonical, body, head, manifest, islands = [], scripts = [] }: Page,
): string {
  const { words, theme, assets } = view;
  const top = h(
    "head",
    null,
    h("meta", { charSet: "utf-8" }),
    h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { name: "color-scheme", content: theme === "system" ? "light dark" : theme }),
    h("title", null, title),
    description && h("meta", { name: "description", content: description }),
    canonical && h("link", { rel: "canonical", href: canonical }),
    h("link", { rel: "stylesheet", href: assets.stylesheet }),
    assets.ownStylesheet && h("link", { rel: "stylesheet", href: assets.ownStylesheet }),
    h("link", { rel: "icon", type: "image/svg+xml", href: assets.icon }),
    view.owner && h("link", { rel: "apple-touch-icon", href: "/icons/180.png" }),
    manifest ?? (view.owner && h("link", { rel: "manifest", href: "/manifest.webmanifest" })),
    head,
    [...islands.flatMap((name) => assets.scripts[name] ?? []), ...scripts].map((src) =>
      h("script", { key: src, type: "module", src }),
    ),
  );
  const html = h("html", { lang: words.language, "data-theme": theme }, top, h("body", null, body));
  return `<!doctype html>${renderToStaticMarkup(html)}`;
}
