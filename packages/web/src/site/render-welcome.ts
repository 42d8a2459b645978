import { createElement as h } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawSeal, sealOfNobody } from "../drawings/seal.ts";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

/** What stands at the door of a house that nobody has moved into: what to do next. */
export function renderWelcome(view: View): string {
  const { title, noOwner, findLink, moveIn, orCommand, command, whatItDoes, afterwards } = view.words.welcome;
  return renderPage(view, {
    title: "Freehold",
    description: null,
    canonical: null,
    body: h(
      "div",
      { className: "page welcome" },
      h(
        "main",
        { className: "row" },
        h("div", { className: "margin" }, inlineDrawing(drawSeal(sealOfNobody), "portrait", null)),
        h(
          "div",
          { className: "column prose" },
          h("h1", null, title),
          h("p", null, noOwner),
          h("p", null, findLink),
          h("p", null, h("a", { className: "button", href: "/install" }, moveIn)),
          h("p", null, orCommand),
          h("pre", { tabIndex: 0 }, h("code", null, command)),
          h("p", null, whatItDoes),
          h("p", null, afterwards),
        ),
      ),
    ),
  });
}
