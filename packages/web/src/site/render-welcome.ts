import { createElement as h } from "react";
import { drawSeal, sealOfNobody } from "../drawing/draw-seal.ts";
import { inlineDrawing } from "../drawing/inline-drawing.ts";
import { renderPage } from "./page.ts";
import type { SiteAssets } from "./resources.ts";

/** What stands at the door of a house that nobody has moved into: what to do next. */
export function renderWelcome({ assets }: { readonly assets: SiteAssets }): string {
  return renderPage({
    title: "Freehold",
    description: null,
    canonical: null,
    assets,
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
          h("h1", null, "This house is empty"),
          h(
            "p",
            null,
            "The node is running, and it has no owner yet. To move in, run this where the node runs:",
          ),
          h(
            "pre",
            { tabIndex: 0 },
            h("code", null, 'npx freehold init --url https://your.address --title "Your name"'),
          ),
          h(
            "p",
            null,
            "It makes your key, keeps it locked with a password of yours, and puts your name on the door. ",
            "The address is the one under which other nodes will find you.",
          ),
          h(
            "p",
            null,
            "A page that does the same in the browser, with a wallet, comes with a later version. ",
            "When you have moved in, your posts stand here.",
          ),
        ),
      ),
    ),
  });
}
