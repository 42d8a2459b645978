import { createElement as h } from "react";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { OwnedView } from "./view.ts";

/** What a reader sees where a page can't be reached and is not kept: which posts are, and that it is tried again. */
export function renderOffline(view: OwnedView): string {
  const { owner, words } = view;
  const said = words.offline;
  return renderPage(view, {
    title: `${said.title} · ${owner.title}`,
    description: null,
    canonical: null,
    islands: ["offline"],
    head: h("meta", { key: "robots", name: "robots", content: "noindex" }),
    body: h(
      "div",
      { className: "page offline" },
      doorplate(owner),
      h(
        "main",
        { id: "main" },
        h(
          "div",
          { className: "row" },
          h(
            "div",
            { className: "column" },
            h("h1", null, said.title),
            h("p", null, said.words),
            h("p", null, h("button", { className: "again", type: "button" }, said.again)),
          ),
        ),
        h(
          "section",
          { className: "row kept-posts", "data-kept": "[]", "aria-labelledby": "kept" },
          h("h2", { className: "margin", id: "kept" }, said.keptHere),
          h("ol", { className: "column" }),
        ),
      ),
    ),
  });
}
