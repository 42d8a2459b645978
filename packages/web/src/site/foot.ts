import { createElement as h, type ReactElement } from "react";
import { catalogues } from "../messages/site/catalogues.ts";
import type { Theme, View } from "./view.ts";

/** The foot of every page of a house with an owner: the other pages, a search, and how the pages look. */
export function foot(view: View, { hasSearch = true } = {}): ReactElement {
  const { foot: said } = view.words;
  const link = (href: string, words: string) => h("li", { key: href }, h("a", { href }, words));
  return h(
    "footer",
    { className: "foot row" },
    h(
      "nav",
      { className: "column", "aria-label": said.title },
      h(
        "ul",
        { className: "foot-links" },
        link("/archive", said.archive),
        link("/following", said.following),
        link("/followers", said.followers),
        link("/feed.xml", said.feed),
        link("/verify", said.verify),
      ),
      hasSearch ? searchForm(view, "") : null,
      switches(view),
    ),
  );
}

/** A field and a button that lead to `/search`. */
export function searchForm({ words }: View, query: string): ReactElement {
  return h(
    "form",
    { className: "search-form", role: "search", action: "/search" },
    h("label", { className: "unseen", htmlFor: "q" }, words.search.label),
    h("input", {
      ...{ id: "q", name: "q", type: "search", defaultValue: query, maxLength: 200 },
      placeholder: words.foot.searchHere,
    }),
    h("button", { type: "submit" }, words.search.action),
  );
}

const themes: readonly Theme[] = ["system", "light", "dark"];

/** Language and theme, by a form that needs no script. The node leads back to the page that it was sent from. */
function switches({ words, theme }: View): ReactElement {
  const said = words.switches;
  const option = (value: string, text: string, lang?: string) =>
    h("option", { key: value, value, lang }, text);
  return h(
    "details",
    { className: "switches" },
    h("summary", null, said.title),
    h(
      "form",
      { method: "post", action: "/preferences" },
      h(
        "label",
        null,
        said.language,
        h(
          "select",
          { name: "language", defaultValue: words.language },
          catalogues.map(({ language, name }) => option(language, name, language)),
        ),
      ),
      h(
        "label",
        null,
        said.theme,
        h(
          "select",
          { name: "theme", defaultValue: theme },
          themes.map((value) => option(value, said[value])),
        ),
      ),
      h("button", { type: "submit" }, said.choose),
    ),
  );
}
