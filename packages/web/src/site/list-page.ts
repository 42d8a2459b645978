import { createElement as h, type ReactElement, type ReactNode } from "react";
import { aboutPage, pictureOfSite } from "./about-page.ts";
import { foot } from "./foot.ts";
import { doorplate } from "./masthead.ts";
import { type Page, renderPage } from "./page.ts";
import type { OwnedView } from "./view.ts";

/** A page of a list: its heading, what stands in it, and the way further on. */
export interface ListPage extends Pick<Page, "head" | "islands"> {
  readonly title: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly description?: string;
  readonly children: ReactNode;
  /** The path of the next page, or null at the end; or the way on itself. */
  readonly next: ReactElement | string | null;
}

/** A list below the owner's name. */
export function renderList(
  view: OwnedView,
  { title, path, description, children, next, head, islands = [] }: ListPage,
): string {
  const { owner, words } = view;
  const url = `${owner.url.replace(/\/$/, "")}${path}`;
  const about = { title, description: description ?? null, url, picture: pictureOfSite(owner) };
  return renderPage(view, {
    title: `${title} · ${owner.title}`,
    description: about.description,
    canonical: url,
    head: [head, ...aboutPage(view, { ...about, kind: "page" })],
    islands,
    body: h(
      "div",
      { className: "page list" },
      doorplate(owner),
      h(
        "main",
        { id: "main" },
        h("div", { className: "row" }, h("h1", { className: "column" }, title)),
        children,
        typeof next !== "string"
          ? next
          : h(
              "p",
              { className: "row pager" },
              h("a", { className: "column", rel: "next", href: next }, words.lists.next),
            ),
      ),
      foot(view),
    ),
  });
}

/** Words where a list is empty. */
export function quietly(words: string): ReactNode {
  return h("div", { className: "row" }, h("p", { className: "column quiet" }, words));
}
