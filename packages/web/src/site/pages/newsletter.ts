import { headingRow, layout, siteFooter } from "../components/layout.ts";
import { signedField, subscribeForm } from "../components/subscribe-form.ts";
import { attributes, html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView } from "../view.ts";

const noindex = html`<meta name="robots" content="noindex"/>`;

/** The page with the form to get posts by mail. */
export function renderSubscribe(
  view: OwnedView,
  { email = "", problem = null }: { email?: string; problem?: string | null } = {},
): string {
  const { title, off } = view.messages.newsletter;
  const form = view.owner.hasNewsletter
    ? subscribeForm(view, { email, problem, heading: false })
    : html`<div class="row"><p class="column">${off}</p></div>`;
  return renderPage(view, {
    title: `${title} · ${view.owner.title}`,
    body: layout(view, "page list", [headingRow(title), form], siteFooter(view)),
  });
}

/** The choices of a reader: null for every post. */
export interface ReaderChoices {
  readonly signed: string;
  readonly tags: readonly string[] | null;
  readonly offered: readonly string[];
  /** Whether it was saved just now. */
  readonly isSaved: boolean;
}

/** The page on which a reader chooses the posts by mail, or unsubscribes. */
export function renderChoices(view: OwnedView, { signed, tags, offered, isSaved }: ReaderChoices): string {
  const { newsletter } = view.messages;
  const what = tags === null ? "all" : tags.length > 0 ? "tags" : "none";
  const option = (value: "all" | "tags" | "none", label: string) => html`
    <label class="choice">
      <input ${attributes({ type: "radio", name: "what", value, checked: what === value })}/> ${label}
    </label>
  `;
  const tag = (name: string) => html`
    <label class="choice">
      <input ${attributes({ type: "checkbox", name: `tag-${name}`, checked: tags?.includes(name) ?? false })}/> #${name}
    </label>
  `;
  const content = html`
    <div class="row">
      <div class="column">
        ${isSaved && html`<p role="status">${newsletter.saved}</p>`}
        <p>${newsletter.choicesExplain}</p>
        <form class="choices" method="post" action="/newsletter/preferences">
          ${signedField(signed)}
          ${option("all", newsletter.all)}
          ${offered.length > 0 && option("tags", newsletter.some)}
          ${
            offered.length > 0 &&
            html`<fieldset class="tag-choices"><legend>${newsletter.tags}</legend>${offered.map(tag)}</fieldset>`
          }
          ${option("none", newsletter.none)}
          <p class="actions"><button type="submit">${newsletter.save}</button></p>
        </form>
      </div>
    </div>
    <div class="row">
      <h2 class="margin">${newsletter.endTitle}</h2>
      <div class="column">
        <form method="post" action="/newsletter/unsubscribe">
          ${signedField(signed)}
          <p>${newsletter.endExplain}</p>
          <p class="actions"><button class="plain" type="submit">${newsletter.endAction}</button></p>
        </form>
      </div>
    </div>
  `;
  return renderPage(view, {
    title: `${newsletter.choicesTitle} · ${view.owner.title}`,
    head: noindex,
    body: layout(view, "page list", [headingRow(newsletter.choicesTitle), content], siteFooter(view)),
  });
}
