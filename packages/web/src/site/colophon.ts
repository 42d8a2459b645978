import { createElement as h, type ReactElement } from "react";
import { copyableDigits } from "./copyable-digits.ts";
import { followForm } from "./follow-form.ts";
import { presence } from "./presence.ts";
import type { OwnedView } from "./view.ts";

/**
 * The foot of the first page: how to follow, and the address to compare.
 *
 * @param takesFollowers whether other nodes may follow; otherwise nothing is said of how
 */
export function colophon(view: OwnedView, takesFollowers: boolean): ReactElement {
  const { owner, words } = view;
  return h(
    "section",
    { className: "colophon row", "aria-label": words.place.title },
    h("h2", { className: "margin" }, words.place.title),
    h(
      "div",
      { className: "column" },
      takesFollowers
        ? h("p", null, words.place.follow(owner.title), " ", h("code", { className: "url" }, owner.url))
        : h("p", null, words.place.alone(owner.title)),
      takesFollowers ? followForm(view) : null,
      h("p", null, words.place.signedBy),
      h("p", null, copyableDigits(owner.address, view)),
      presence(view),
    ),
  );
}
