import { createElement as h, type ReactElement } from "react";
import { foot, searchForm } from "./foot.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { OwnedView } from "./view.ts";

/** Something that was found. */
export interface SiteMatch {
  readonly path: string;
  /** Empty when there is none. */
  readonly title: string;
  /** Milliseconds. */
  readonly at: number;
  readonly isComment: boolean;
  readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[];
}

export interface SearchPage {
  readonly query: string;
  /** The best first. */
  readonly matches: readonly SiteMatch[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
}

/** A search over what readers see. No search engine keeps it. */
export function renderSearch(view: OwnedView, { query, matches, next }: SearchPage): string {
  const { owner, words } = view;
  const said = words.search;
  const more = next && `/search?q=${encodeURIComponent(query)}&after=${encodeURIComponent(next)}`;
  return renderPage(view, {
    title: `${query === "" ? said.title : said.titleFor(query)} · ${owner.title}`,
    description: null,
    canonical: null,
    head: h("meta", { name: "robots", content: "noindex" }),
    body: h(
      "div",
      { className: "page list" },
      doorplate(owner),
      h(
        "main",
        { id: "main" },
        h("div", { className: "row" }, h("h1", { className: "column" }, said.title)),
        h(
          "div",
          { className: "row" },
          h("div", { className: "column" }, searchForm(view, query), intro(view, query, matches)),
        ),
        matches.map((found, index) => match(view, found, index)),
        more &&
          h(
            "p",
            { className: "row pager" },
            h("a", { className: "column", rel: "next", href: more }, words.lists.next),
          ),
      ),
      foot(view, { hasSearch: false }),
    ),
  });
}

function intro({ words }: OwnedView, query: string, matches: readonly SiteMatch[]): ReactElement | null {
  if (query === "") return h("p", { className: "quiet" }, words.search.begin);
  return matches.length === 0 ? h("p", { className: "quiet" }, words.search.nothing(query)) : null;
}

function match(
  { words }: OwnedView,
  { path, title, at, isComment, snippet }: SiteMatch,
  index: number,
): ReactElement {
  const where = isComment ? `${words.day(at)} · ${words.search.inComment}` : words.day(at);
  return h(
    "article",
    { className: "row match", key: index },
    h("p", { className: "margin when" }, where),
    h(
      "div",
      { className: "column" },
      h("h2", null, h("a", { href: path }, title || words.lists.untitled)),
      h(
        "p",
        null,
        snippet.map(({ text, isMatch }, part) => (isMatch ? h("mark", { key: part }, text) : text)),
      ),
    ),
  );
}
