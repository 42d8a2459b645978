import { createElement as h, type ReactNode } from "react";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { SiteAssets, SiteOwner } from "./resources.ts";

export interface Notice {
  /** Null before installation. */
  readonly owner: SiteOwner | null;
  readonly title: string;
  readonly words: ReactNode;
  readonly assets: SiteAssets;
}

/** A page that says one thing. */
export function renderNotice({ owner, title, words, assets }: Notice): string {
  return renderPage({
    title,
    description: null,
    canonical: null,
    assets,
    body: h(
      "div",
      { className: "page" },
      owner && doorplate(owner),
      h(
        "main",
        { className: "row" },
        h("div", { className: "column prose" }, h("h1", null, title), h("p", null, words)),
      ),
    ),
  });
}
