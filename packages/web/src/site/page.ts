import { attributes, type Html, type HtmlValue, html } from "./html.ts";
import type { View } from "./view.ts";

/** The scripts for visitors, by their names; every page can be read without them. */
type Island =
  | ("comment" | "copy" | "delete-comment" | "follow" | "header" | "offline")
  | ("notes" | "pictures" | "presence" | "proof" | "register-worker" | "verify");

export interface Page {
  readonly title: string;
  readonly description?: string | null;
  /** An absolute URL. */
  readonly canonical?: string;
  readonly body: HtmlValue;
  /** A link to a manifest in place of the site's. */
  readonly manifest?: HtmlValue;
  readonly head?: HtmlValue;
  /** In place of the site's stylesheet. */
  readonly stylesheet?: HtmlValue;
  readonly islands?: readonly Island[];
  /** Paths of other scripts. */
  readonly scripts?: readonly string[];
}

/** The whole document. No inline scripts or styles: the site's content security policy allows neither. */
export function renderPage(view: View, page: Page): string {
  const { messages, theme, assets, owner } = view;
  const { title, description, canonical, body, head, manifest, islands = [], scripts = [] } = page;
  const content = html`${body}`;
  const sources = [
    ...(view.isStatic ? [] : islands.flatMap((name) => assets.scripts[name] ?? [])),
    ...scripts,
  ];
  return `<!doctype html>${html`
    <html lang="${messages.language}" data-theme="${theme}" data-time-zone="${messages.timeZone}">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="color-scheme" content="${theme === "system" ? "light dark" : theme}"/>
        <title>${title}</title>
        ${description && html`<meta name="description" content="${description}"/>`}
        ${canonical && html`<link rel="canonical" href="${canonical}"/>`}
        ${page.stylesheet ?? html`<link rel="stylesheet" href="${assets.stylesheet}"/>`}
        ${hasFormula(content) && html`<link rel="stylesheet" href="${assets.mathematics}"/>`}
        ${assets.siteTheme && html`<link rel="stylesheet" href="${assets.siteTheme}"/>`}
        ${assets.ownStylesheet && html`<link rel="stylesheet" href="${assets.ownStylesheet}"/>`}
        <link rel="icon" type="image/svg+xml" href="${assets.icon}"/>
        ${owner && html`<link rel="apple-touch-icon" href="/icons/180.png"/>`}
        ${manifest ?? (owner && !view.isStatic && html`<link rel="manifest" href="/manifest.webmanifest"/>`)}
        ${head}
        ${sources.map((src) => html`<script ${attributes({ type: "module", src })}></script>`)}
      </head>
      <body>${content}</body>
    </html>
  `}`;
}

/** Whether a page shows MathML; in text its brackets are escaped. */
function hasFormula(body: Html): boolean {
  return /<math[ >]/.test(String(body));
}
