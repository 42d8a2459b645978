import { feedFormats } from "../feeds/formats.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import { renderIndexedPage } from "../metadata.ts";
import type { Page } from "../page.ts";
import type { SitePost } from "../post.ts";
import type { OwnedView, View } from "../view.ts";
import { headingRow, layout, siteFooter } from "./layout.ts";

/** A numbered page of posts, newest first. */
export interface NumberedPage {
  readonly posts: readonly SitePost[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
}

export interface ListPage extends Pick<Page, "head" | "islands"> {
  readonly title: string;
  readonly path: string;
  readonly description?: string;
  readonly content: HtmlValue;
  readonly pager?: HtmlValue;
}

/** A page with a heading and a list. */
export function renderList(view: OwnedView, page: ListPage): string {
  const { title, path, description = null, content, pager: links, head, islands = [] } = page;
  const body = layout(view, "page list", [headingRow(title), content, links], siteFooter(view));
  return renderIndexedPage(view, { title, description, path }, { head, islands, body });
}

/** A sentence in place of an empty list. */
export function quietRow(text: string): Html {
  return html`<div class="row"><p class="column quiet">${text}</p></div>`;
}

/** A link to the previous or next page; nothing without an address. */
export function pagerLink(href: string | null, rel: "prev" | "next", text: string): HtmlValue {
  return href && html`<p class="row pager"><a class="column" rel="${rel}" href="${href}">${text}</a></p>`;
}

/** The links to newer and older pages of a numbered list, if it has several pages. */
export function pager(
  { messages: { home } }: View,
  { page, pageCount }: Pick<NumberedPage, "page" | "pageCount">,
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
 * @param path of the page; empty for the feeds of all posts
 */
export function feedLinks({ messages: { feeds } }: View, path: string): HtmlValue {
  return feedFormats.map(
    ({ name, file, mediaType }) =>
      html`<link rel="alternate" type="${mediaType}" title="${feeds[name]}" href="${`${path}/${file}`}"/>`,
  );
}
