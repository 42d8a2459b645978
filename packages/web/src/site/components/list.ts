import { feedFormats } from "../feeds/feed.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import { metadata, pictureOfSite } from "../metadata.ts";
import { type Page, renderPage } from "../page.ts";
import { baseOf, type OwnedView, type View } from "../view.ts";
import { siteFooter } from "./footer.ts";
import { siteHeader } from "./header.ts";

/** A page with a list. */
export interface ListPage extends Pick<Page, "head" | "islands"> {
  readonly title: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly description?: string;
  readonly content: HtmlValue;
  /** The links to other pages of the list. */
  readonly pager?: HtmlValue;
}

/** A list below the owner's name, with its heading. */
export function renderList(view: OwnedView, page: ListPage): string {
  const { owner } = view;
  const { title, path, description = null, content, pager: links, head, islands = [] } = page;
  const url = `${baseOf(owner)}${path}`;
  const about = { title, description, url, picture: pictureOfSite(owner), kind: "page" as const };
  return renderPage(view, {
    title: `${title} · ${owner.title}`,
    description,
    canonical: url,
    head: [head, metadata(view, about)],
    islands,
    body: html`
      <div class="page list">
        ${siteHeader(owner)}
        <main id="main">
          <div class="row"><h1 class="column">${title}</h1></div>
          ${content}
          ${links}
        </main>
        ${siteFooter(view)}
      </div>
    `,
  });
}

/** A sentence where a list is empty. */
export function quietRow(text: string): Html {
  return html`<div class="row"><p class="column quiet">${text}</p></div>`;
}

/** One link to the page before or after; nothing where there is none. */
export function pagerLink(href: string | null, rel: "prev" | "next", text: string): HtmlValue {
  return href && html`<p class="row pager"><a class="column" rel="${rel}" href="${href}">${text}</a></p>`;
}

/** The links to newer and older pages of a numbered list; nothing where there is one page. */
export function pager(
  { messages: { home } }: View,
  { page, pageCount }: { page: number; pageCount: number },
  path: string,
): HtmlValue {
  if (pageCount <= 1) return null;
  const link = (to: number, rel: string, text: string) =>
    html`<a href="${to === 1 ? path : `${path}?page=${to}`}" rel="${rel}">${text}</a>`;
  return html`
    <nav class="pager row" aria-label="${home.pages}">
      <div class="column">
        ${page > 1 && link(Math.min(page - 1, pageCount), "prev", home.newer)}
        ${page < pageCount && link(page + 1, "next", home.older)}
      </div>
    </nav>
  `;
}

/**
 * Links in the head of a page to its feeds.
 *
 * @param path of the page; empty for the feeds of everything
 */
export function feedLinks({ messages: { feeds } }: View, path: string): HtmlValue {
  return feedFormats.map(
    ({ name, file, mediaType }) =>
      html`<link rel="alternate" type="${mediaType}" title="${feeds[name]}" href="${`${path}/${file}`}"/>`,
  );
}
