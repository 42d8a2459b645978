import { inlineSvg } from "../../drawings/drawing.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { catalogues } from "../../messages/site/catalogues.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import type { SiteOwner, Theme, View } from "../view.ts";

/** The body of a page: the owner's name, the content, and what follows it, such as the footer. */
export function layout(view: View, className: string, content: HtmlValue, end?: HtmlValue): Html {
  return html`
    <div class="${className}">
      ${view.owner && siteHeader(view.owner)}
      <main id="main">${content}</main>
      ${end}
    </div>
  `;
}

/** The heading of a page in the text column. */
export function headingRow(title: string): Html {
  return html`<div class="row"><h1 class="column">${title}</h1></div>`;
}

/** The owner's avatar, or the portrait drawn from the address. */
export function portrait(owner: SiteOwner): Html {
  return owner.hasAvatar
    ? html`<img class="portrait u-photo" src="/ewp/avatar" alt=""/>`
    : inlineSvg(drawPortrait(owner.address), "portrait", null);
}

/** The header of every page but the first: the owner's name with a link to the first page. */
export function siteHeader(owner: SiteOwner): Html {
  return html`
    <header class="site-header row">
      <div class="margin">${portrait(owner)}</div>
      <p class="column"><a href="/" rel="home">${owner.title}</a></p>
    </header>
  `;
}

const footerPaths = [
  ["archive", "/archive"],
  ["following", "/following"],
  ["followers", "/followers"],
  ["feed", "/feed.xml"],
  ["verify", "/verify"],
] as const;

/** The footer of a node with an owner: links, search, language and theme. */
export function siteFooter(view: View, { hasSearch = true } = {}): Html {
  const { footer, lists } = view.messages;
  const names = { ...lists, ...footer };
  return html`
    <footer class="foot row">
      <nav class="column" aria-label="${footer.title}">
        <ul class="foot-links">
          ${footerPaths.map(([name, path]) => html`<li><a href="${path}">${names[name]}</a></li>`)}
        </ul>
        ${hasSearch && searchForm(view, "")}
        ${preferencesForm(view)}
      </nav>
    </footer>
  `;
}

/** The form for `/search`. */
export function searchForm({ messages: { search, footer } }: View, query: string): Html {
  return html`
    <form class="search-form" role="search" action="/search">
      <label class="unseen" for="q">${search.label}</label>
      <input id="q" name="q" type="search" value="${query}" maxlength="200" placeholder="${footer.searchHere}"/>
      <button type="submit">${search.title}</button>
    </form>
  `;
}

const themes: readonly Theme[] = ["system", "light", "dark"];

/** Language and theme. The form needs no script; the node redirects back to the page. */
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
