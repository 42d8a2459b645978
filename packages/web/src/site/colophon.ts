import { createElement as h, type ReactElement } from "react";
import { copyableDigits } from "./copyable-digits.ts";
import { followForm } from "./follow-form.ts";
import { presence } from "./presence.ts";
import type { OwnedView } from "./view.ts";

/** The foot of the first page: how to follow, and the address to compare. */
export function colophon(view: OwnedView): ReactElement {
  const { owner, words } = view;
  return h(
    "section",
    { className: "colophon row", "aria-label": words.place.title },
    h("h2", { className: "margin" }, words.place.title),
    h(
      "div",
      { className: "column" },
      h("p", null, words.place.follow(owner.title), " ", h("code", { className: "url" }, owner.url)),
      followForm(view),
      h("p", null, words.place.signedBy),
      h("p", null, copyableDigits(owner.address, view)),
      presence(view),
    ),
  );
}
