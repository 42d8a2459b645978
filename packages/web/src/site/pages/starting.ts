import { html } from "../html.ts";
import type { View } from "../view.ts";

/** Its own style: the stylesheets of the site can't be served yet. */
const style = html`<style>
  html { color-scheme: light dark; }
  html[data-theme="light"] { color-scheme: light; }
  html[data-theme="dark"] { color-scheme: dark; }
  body { background: light-dark(#fbfaf7, #171614); color: light-dark(#1d1c1a, #ece8e0); }
  body { margin: 0 auto; max-width: 36rem; padding: 20vh 1.25rem 2rem; font: 1.125rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
  h1 { margin: 0 0 0.75rem; font-size: 1.75rem; line-height: 1.25; }
  p { margin: 0; }
</style>`;

/**
 * The page of a node that starts and can't serve its site yet. It needs no other file.
 *
 * @param reloadSeconds after which a browser asks for the same page again; null for an answer to a form
 */
export function renderStarting(
  { messages, theme }: Pick<View, "messages" | "theme">,
  reloadSeconds: number | null,
): string {
  const { startingTitle, starting, startingForm } = messages.notices;
  return `<!doctype html>${html`
    <html lang="${messages.language}" data-theme="${theme}">
      <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <meta name="robots" content="noindex"/>
        ${reloadSeconds !== null && html`<meta http-equiv="refresh" content="${String(reloadSeconds)}"/>`}
        <title>${startingTitle}</title>
        ${style}
      </head>
      <body><main><h1>${startingTitle}</h1><p>${reloadSeconds === null ? startingForm : starting}</p></main></body>
    </html>
  `}`;
}
