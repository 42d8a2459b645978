import { catalogues } from "../../messages/site/catalogues.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import type { Theme, View } from "../view.ts";
import { siteHeader } from "./header.ts";

/** The body of a page: the owner's name, the content, and the parts after it, such as the footer. */
export function layout(view: View, className: string, content: HtmlValue, end?: HtmlValue): Html {
  return html`
    <div class="${className}">
      ${siteHeader(view)}
      <main id="main">${content}</main>
      ${end}
    </div>
  `;
}

/** The heading of a page in the text column. */
export function headingRow(title: string): Html {
  return html`<div class="row"><h1 class="column">${title}</h1></div>`;
}

const footerPaths = [
  ["profile", "/about"],
  ["archive", "/archive"],
  ["following", "/following"],
  ["followers", "/followers"],
  ["feed", "/feed.xml"],
  ["verify", "/verify"],
] as const;

/** The path at which a reader checks a post: on the node, or the page that a static site has. */
export function pathOfVerify({ isStatic }: Pick<View, "isStatic">): string {
  return isStatic ? "/verify.html" : "/verify";
}

/** The footer of a node with an owner: links, language and theme. The page about the author is there where no menu has it. */
export function siteFooter(view: View): Html {
  const { footer, lists, header } = view.messages;
  const names = { ...lists, ...footer, profile: header.profile };
  const inMenu = view.owner?.menu.some(({ path }) => path === "/about") ?? false;
  const links = footerPaths.filter(([name]) => name !== "profile" || !inMenu);
  return html`
    <footer class="foot row">
      <nav class="column" aria-label="${footer.title}">
        <ul class="foot-links">
          ${links.map(([name, path]) => html`<li><a href="${path === "/verify" ? pathOfVerify(view) : path}">${names[name]}</a></li>`)}
        </ul>
        ${!view.isStatic && preferencesForm(view)}
      </nav>
    </footer>
  `;
}

/** The form for `/search`. */
export function searchForm({ messages: { search, footer }, isStatic }: View, query: string): HtmlValue {
  if (isStatic) return null;
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
