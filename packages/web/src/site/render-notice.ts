import { createElement as h, type ReactNode } from "react";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

export interface Notice {
  readonly title: string;
  readonly words: ReactNode;
  /** Where one may go on. */
  readonly way?: { readonly href: string; readonly words: string };
}

/** A page that says one thing. */
export function renderNotice(view: View, { title, words, way }: Notice): string {
  return renderPage(view, {
    title,
    description: null,
    canonical: null,
    body: h(
      "div",
      { className: "page" },
      view.owner && doorplate(view.owner),
      h(
        "main",
        { className: "row" },
        h(
          "div",
          { className: "column prose" },
          h("h1", null, title),
          h("p", null, words),
          way && h("p", null, h("a", { href: way.href }, way.words)),
        ),
      ),
    ),
  });
}
