import { createElement as h, type ReactElement } from "react";
import { digits } from "./digits.ts";
import type { SiteOwner } from "./resources.ts";

/** The foot of the first page: how to follow, and the address to compare. */
export function colophon(owner: SiteOwner): ReactElement {
  return h(
    "footer",
    { className: "colophon row" },
    h("h2", { className: "margin" }, "This place"),
    h(
      "div",
      { className: "column" },
      h(
        "p",
        null,
        `${owner.title} writes here, on a node of their own. To follow from yours, give it this address: `,
        h("code", { className: "url" }, owner.url),
      ),
      h("p", null, "What is signed here is signed by"),
      h("p", null, digits(owner.address)),
    ),
  );
}
