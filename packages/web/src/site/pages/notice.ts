import { siteHeader } from "../components/header.ts";
import { html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView, View } from "../view.ts";

export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly link?: { readonly href: string; readonly text: string };
}

/** A page with one message. */
export function renderNotice(view: View, { title, text, link }: Notice): string {
  return renderPage(view, {
    title,
    body: html`
      <div class="page">
        ${view.owner && siteHeader(view.owner)}
        <main class="row">
          <div class="column prose">
            <h1>${title}</h1>
            <p>${text}</p>
            ${link && html`<p><a href="${link.href}">${link.text}</a></p>`}
          </div>
        </main>
      </div>
    `,
  });
}

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The button. */
  readonly action: string;
  /** Where the form is sent, and its hidden fields. */
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A page with one button. Opening it changes nothing: mail scanners open every link. */
export function renderConfirmation(view: View, { title, text, action, path, fields }: Confirmation): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}"/>`,
  );
  return renderPage(view, {
    title,
    body: html`
      <div class="page">
        ${view.owner && siteHeader(view.owner)}
        <main class="row">
          <div class="column prose">
            <h1>${title}</h1>
            <p>${text}</p>
            <form action="${path}" method="post">${hidden}<p><button type="submit">${action}</button></p></form>
          </div>
        </main>
      </div>
    `,
  });
}

/** Shown by the service worker for a page that can't be reached and is not saved. It lists the posts that are. */
export function renderOffline(view: OwnedView): string {
  const { title, text, again, savedHere } = view.messages.offline;
  return renderPage(view, {
    title: `${title} · ${view.owner.title}`,
    islands: ["offline"],
    head: html`<meta name="robots" content="noindex"/>`,
    body: html`
      <div class="page offline">
        ${siteHeader(view.owner)}
        <main id="main">
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
        </main>
      </div>
    `,
  });
}
