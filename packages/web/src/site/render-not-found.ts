import { createElement as h } from "react";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { SiteAssets, SiteOwner } from "./resources.ts";

export interface Nothing {
  /** Null before installation. */
  readonly owner: SiteOwner | null;
  readonly assets: SiteAssets;
}

/** What stands where nothing is. */
export function renderNotFound({ owner, assets }: Nothing): string {
  return renderPage({
    title: "Nothing is here",
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
        h(
          "div",
          { className: "column prose" },
          h("h1", null, "Nothing is here"),
          h(
            "p",
            null,
            "What stood at this address was taken away, or never was. ",
            h("a", { href: "/" }, "Go to the front door"),
            ".",
          ),
        ),
      ),
    ),
  });
}
