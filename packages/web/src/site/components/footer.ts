import { catalogues } from "../../messages/site/catalogues.ts";
import { attributes, type Html, html } from "../html.ts";
import type { Theme, View } from "../view.ts";

/** The foot of every page of a node with an owner: links, search, language and theme. */
export function siteFooter(view: View, { hasSearch = true } = {}): Html {
  const { footer } = view.messages;
  return html`
    <footer class="foot row">
      <nav class="column" aria-label="${footer.title}">
        <ul class="foot-links">
          <li><a href="/archive">${footer.archive}</a></li>
          <li><a href="/following">${footer.following}</a></li>
          <li><a href="/followers">${footer.followers}</a></li>
          <li><a href="/feed.xml">${footer.feed}</a></li>
          <li><a href="/verify">${footer.verify}</a></li>
        </ul>
        ${hasSearch && searchForm(view, "")}
        ${preferencesForm(view)}
      </nav>
    </footer>
  `;
}

/** A field and a button that lead to `/search`. */
export function searchForm({ messages: { search, footer } }: View, query: string): Html {
  return html`
    <form class="search-form" role="search" action="/search">
      <label class="unseen" for="q">${search.label}</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="200" placeholder="${footer.searchHere}"/>
      <button type="submit">${search.action}</button>
    </form>
  `;
}

const themes: readonly Theme[] = ["system", "light", "dark"];

/** Language and theme, by a form that needs no script. The node leads back to the page that sent it. */
function preferencesForm({ messages, theme }: View): Html {
  const { preferences, language } = messages;
  const languages = catalogues.map((one) => {
    const isChosen = one.language === language;
    return html`<option ${attributes({ value: one.language, lang: one.language, selected: isChosen })}>${one.name}</option>`;
  });
  const options = themes.map(
    (one) =>
      html`<option ${attributes({ value: one, selected: one === theme })}>${preferences[one]}</option>`,
  );
  return html`
    <details class="switches">
      <summary>${preferences.title}</summary>
      <form method="post" action="/preferences">
        <label>${preferences.language}<select name="language">${languages}</select></label>
        <label>${preferences.theme}<select name="theme">${options}</select></label>
        <button type="submit">${preferences.choose}</button>
      </form>
    </details>
  `;
}
