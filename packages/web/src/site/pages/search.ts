import { headingRow, layout, searchForm, siteFooter } from "../components/layout.ts";
import { pagerLink } from "../components/list.ts";
import { attributes, type Html, html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView } from "../view.ts";

/** One result of a search. */
export interface SiteMatch {
  readonly path: string;
  /** The post's title; may be empty. */
  readonly title: string;
  /** Milliseconds. */
  readonly at: number;
  /** The author of the comment in which it is; null in the post itself. */
  readonly commentBy: string | null;
  readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[];
}

/** A search and its results. */
export interface SiteSearch {
  readonly query: string;
  readonly matches: readonly SiteMatch[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
  /** Whether it looks for several things, of which one may be too much. */
  readonly isLong: boolean;
  readonly problems: readonly { readonly kind: "date" | "operator"; readonly text: string }[];
  /** A search with similar words that has results. */
  readonly suggestion: string | null;
}

/** The search page, which search engines don't index. */
export function renderSearch(view: OwnedView, search: SiteSearch): string {
  const { owner, messages } = view;
  const { query, matches, next } = search;
  const { title, titleFor } = messages.search;
  const more = next && `${pathOfSearch(query)}&after=${encodeURIComponent(next)}`;
  const content = html`
    ${headingRow(title)}
    <div class="row">
      <div class="column">${searchForm(view, query)}${notes(view, search)}${help(view, matches.length === 0)}</div>
    </div>
    ${matches.map((match) => matchArticle(view, match))}
    ${pagerLink(more, "next", messages.lists.next)}
  `;
  return renderPage(view, {
    // A stranger's words in an address must not become a title of this site.
    title: `${matches.length === 0 ? title : titleFor(query)} · ${owner.title}`,
    islands: ["header"],
    head: html`<meta name="robots" content="noindex"/>`,
    body: layout(view, "page list", content, siteFooter(view)),
  });
}

function pathOfSearch(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}

/** The parts that were not understood, and advice where nothing was found. */
function notes({ messages }: OwnedView, { query, matches, isLong, problems, suggestion }: SiteSearch): Html {
  const { nothing, fewer, didYouMean, wrongDate, unknownOperator } = messages.search;
  const isMissing = query !== "" && matches.length === 0;
  const advice = isLong && suggestion === null && fewer;
  return html`
    ${problems.map(({ kind, text }) => html`<p class="quiet">${kind === "date" ? wrongDate(text) : unknownOperator(text)}</p>`)}
    ${isMissing && html`<p class="quiet" role="status">${nothing(query)} ${advice}</p>`}
    ${suggestion !== null && html`<p>${didYouMean} <a href="${pathOfSearch(suggestion)}"><bdi>${suggestion}</bdi></a></p>`}
  `;
}

function help({ messages }: OwnedView, open: boolean): Html {
  const { help, begin, examples, before, after, from } = messages.search;
  const rows = [
    ...examples,
    ["before:2026-01", before],
    ["after:2026-01-31", after],
    ["from:ada", from],
  ] as const;
  return html`
    <details ${attributes({ class: "search-help", open })}>
      <summary>${help}</summary>
      <p>${begin}</p>
      <dl>${rows.map(([example, finds]) => html`<div><dt><code>${example}</code></dt><dd>${finds}</dd></div>`)}</dl>
    </details>
  `;
}

/** The search of a static site, in the browser. @param scripts what makes and finds the index; its styles first */
export function renderStaticSearch(view: OwnedView, scripts: readonly [string, ...string[]]): string {
  const { owner, messages } = view;
  const { title, needsScript } = messages.search;
  const [styles, ...programs] = scripts;
  const content = html`
    ${headingRow(title)}
    <div class="row">
      <div class="column">
        <div id="search" lang="${messages.language}"></div>
        <noscript><p>${needsScript} <a href="/archive">${messages.lists.archive}</a></p></noscript>
      </div>
    </div>
  `;
  return renderPage(view, {
    title: `${title} · ${owner.title}`,
    head: html`<meta name="robots" content="noindex"/><link rel="stylesheet" href="${styles}"/>`,
    scripts: programs,
    body: layout(view, "page list", content, siteFooter(view)),
  });
}

function matchArticle({ messages }: OwnedView, { path, title, at, commentBy, snippet }: SiteMatch): Html {
  const day = messages.day(at);
  return html`
    <article class="row match">
      <p class="margin when">${commentBy === null ? day : `${day} · ${messages.search.inComment(commentBy)}`}</p>
      <div class="column">
        <h2 dir="auto"><a href="${path}">${title || messages.lists.untitled}</a></h2>
        <p dir="auto">${snippet.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}</p>
      </div>
    </article>
  `;
}
