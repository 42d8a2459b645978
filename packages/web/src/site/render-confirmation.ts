import { createElement as h } from "react";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

export interface Confirmation {
  readonly title: string;
  readonly words: string;
  /** What the button says. */
  readonly action: string;
  /** Where the button leads, and what it takes along. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A page that does something only when its button is pressed: whoever merely looks at it, a mail scanner say, changes nothing. */
export function renderConfirmation(view: View, about: Confirmation): string {
  const { title, words, action, path, fields } = about;
  const hidden = Object.entries(fields).map(([name, value]) =>
    h("input", { key: name, type: "hidden", name, value }),
  );
  const button = h("p", null, h("button", { type: "submit" }, action));
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
          h("form", { method: "post", action: path }, hidden, button),
        ),
      ),
    ),
  });
}
