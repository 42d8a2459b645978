import { siteHeader } from "../components/header.ts";
import { layout, searchForm } from "../components/layout.ts";
import { type HtmlValue, html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView, View } from "../view.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
  /** A sentence above a search form. */
  readonly search?: string;
}

/** A page with one message. */
export function renderNotice(view: View, { title, text, link, search }: Notice): string {
  const more = [
    link && html`<p><a href="${link.href}">${link.text}</a></p>`,
    search && view.owner && html`<p>${search}</p>${searchForm(view, "")}`,
  ];
  return renderMessage(view, title, text, more);
}

function renderMessage(view: View, title: string, text: string, more: HtmlValue): string {
  const content = html`<div class="column prose"><h1>${title}</h1><p>${text}</p>${more}</div>`;
  const body = html`<div class="page notice">${siteHeader(view)}<main class="row">${content}</main></div>`;
  return renderPage(view, { title, body });
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The button's text. */
  readonly action: string;
  readonly path: string;
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A page with one button. Opening it changes nothing: mail scanners open every link. */
export function renderConfirmation(view: View, { title, text, action, path, fields }: Confirmation): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}"/>`,
  );
  const form = html`<form action="${path}" method="post">${hidden}<p><button type="submit">${action}</button></p></form>`;
  return renderMessage(view, title, text, form);
}

/** The service worker's page when a page can't be reached and is not saved. Lists the saved posts. */
export function renderOffline(view: OwnedView): string {
  const { title, text, again, savedHere } = view.messages.offline;
  const content = html`
    <div class="row">
      <div class="column">
        <h1>${title}</h1>
        <p>${text}</p>
        <p><button class="again" type="button">${again}</button></p>
      </div>
    </div>
    <section class="row saved-posts" data-saved="[]" aria-labelledby="saved">
      <h2 class="margin" id="saved">${savedHere}</h2>
      <ol class="column"></ol>
    </section>
  `;
  return renderPage(view, {
    title: `${title} · ${view.owner.title}`,
    islands: ["offline"],
    head: html`<meta name="robots" content="noindex"/>`,
    body: layout(view, "page offline", content),
  });
}
