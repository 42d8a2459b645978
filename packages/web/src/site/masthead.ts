import { createElement as h, type ReactElement } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import type { SiteOwner } from "./resources.ts";

/** The owner's picture, or one made from the address. */
export function portrait(owner: SiteOwner): ReactElement {
  return owner.hasAvatar
    ? h("img", { className: "portrait u-photo", src: "/ewp/avatar", alt: "" })
    : inlineDrawing(drawPortrait(owner.address), "portrait", null);
}

/** Above every page but the first: whose house this is, and the way back to its door. */
export function doorplate(owner: SiteOwner): ReactElement {
  return h(
    "header",
    { className: "doorplate row" },
    h("div", { className: "margin" }, portrait(owner)),
    h("p", { className: "column" }, h("a", { href: "/", rel: "home" }, owner.title)),
  );
}
