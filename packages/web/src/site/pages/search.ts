import { headingRow, layout, searchForm, siteFooter } from "../components/layout.ts";
import { pagerLink } from "../components/list.ts";
import { type Html, html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView } from "../view.ts";

/** One result of a search. */
export interface SiteMatch {
  readonly path: string;
  /** May be empty. */
  readonly title: string;
  /** Milliseconds. */
  readonly at: number;
  readonly isComment: boolean;
  readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[];
}

/** The search page, which search engines don't index. @param next the cursor of the next page, or null */
export function renderSearch(
  view: OwnedView,
  { query, matches, next }: { query: string; matches: readonly SiteMatch[]; next: string | null },
): string {
  const { owner, messages } = view;
  const { title, titleFor, begin, nothing } = messages.search;
  const more = next && `/search?q=${encodeURIComponent(query)}&after=${encodeURIComponent(next)}`;
  const hint = query === "" ? begin : matches.length === 0 && nothing(query);
  const content = html`
    ${headingRow(title)}
    <div class="row">
      <div class="column">${searchForm(view, query)}${hint && html`<p class="quiet">${hint}</p>`}</div>
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

function matchArticle({ messages }: OwnedView, { path, title, at, isComment, snippet }: SiteMatch): Html {
  const day = messages.day(at);
  return html`
    <article class="row match">
      <p class="margin when">${isComment ? `${day} · ${messages.search.inComment}` : day}</p>
      <div class="column">
        <h2 dir="auto"><a href="${path}">${title || messages.lists.untitled}</a></h2>
        <p dir="auto">${snippet.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text))}</p>
      </div>
    </article>
  `;
}
