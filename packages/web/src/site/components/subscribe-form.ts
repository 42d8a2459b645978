import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import type { OwnedView } from "../view.ts";

/**
 * The form to get posts by mail, which needs no script; nothing where the owner has no newsletter. The page is the same for
 * all readers.
 *
 * @param problem why the last try was refused
 */
export function subscribeForm(
  { owner, messages: { newsletter } }: OwnedView,
  {
    email = "",
    problem = null,
    heading = true,
  }: { email?: string; problem?: string | null; heading?: boolean } = {},
): HtmlValue {
  if (!owner.hasNewsletter) return null;
  const described = problem === null ? "subscribe-hint" : "subscribe-problem";
  return html`
    <form ${attributes({ class: "subscribe row", method: "post", action: "/subscribe", "aria-labelledby": heading && "subscribe-title" })}>
      <div class="column">
        ${heading && html`<h2 id="subscribe-title">${newsletter.title}</h2>`}
        <p class="fields">
          <label class="field">
            ${newsletter.mail}
            <input
              name="mail"
              type="email"
              required=""
              maxlength="254"
              autocomplete="email"
              value="${email}"
              ${attributes({ "aria-describedby": described, "aria-invalid": problem === null ? null : "true" })}/>
          </label>
          <button type="submit">${newsletter.subscribe}</button>
        </p>
        ${problem && html`<p id="subscribe-problem" role="alert">${problem}</p>`}
        <small id="subscribe-hint">${newsletter.explain}</small>
      </div>
    </form>
  `;
}

/** The signed link of a reader, for the forms of its pages. */
export function signedField(signed: string): Html {
  return html`<input type="hidden" name="s" value="${signed}"/>`;
}
