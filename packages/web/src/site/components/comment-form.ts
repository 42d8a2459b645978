import type { CommentIsland } from "../../islands/comment.ts";
import { attributes, type Html, html, preformatted } from "../html.ts";
import type { View } from "../view.ts";

/** The rules for readers' comments on a post. */
export interface CommentInput {
  readonly postId: number;
  readonly byMail: boolean;
  readonly needsApproval: boolean;
  /** Characters. */
  readonly longest: { readonly body: number; readonly name: number };
}

/** A comment that was not sent yet. */
export interface CommentDraft {
  readonly body: string;
  readonly name: string;
  readonly mail: string;
}

const empty: CommentDraft = { body: "", name: "", mail: "" };

/**
 * The form for a comment. By mail it works without a script; with one, a wallet can sign the comment. Where the node
 * sends no mail, the form appears once the script has found a wallet.
 *
 * @param wrong the field that was refused; the page has the reason at `#comment-problem`
 */
export function commentForm(
  { messages }: View,
  { postId, byMail, needsApproval, longest }: CommentInput,
  { draft = empty, wrong = null }: { draft?: CommentDraft; wrong?: keyof CommentDraft | null } = {},
): Html {
  const { commenting, commentProblems: problems, wallet, walletSteps } = messages;
  const { explain, ready, sign, sent, published, held } = commenting;
  const island: CommentIsland = {
    messages: { explain, ready, sign, sent, published, held },
    walletSteps,
    problems,
    wallet,
    postId,
    byMail,
  };
  /** The field's hint, or the problem if the field was refused. */
  const description = (name: keyof CommentDraft, hint: string | null) =>
    attributes(
      wrong === name
        ? { "aria-invalid": "true", "aria-describedby": "comment-problem" }
        : { "aria-describedby": hint },
    );
  const mailField = html`
    <label class="field">
      ${commenting.mail}
      <input
        name="mail"
        type="email"
        required=""
        maxlength="254"
        autocomplete="email"
        value="${draft.mail}"
        ${description("mail", "mail-hint")}/>
    </label>
  `;
  return html`
    <form ${attributes({ class: "comment-form row", method: "post", action: "/comments", hidden: !byMail })} data-comment="${JSON.stringify(island)}">
      <h3 class="margin" id="comment-title">${commenting.title}</h3>
      <div class="column">
        <input type="hidden" name="post" value="${postId}"/>
        <div class="comment-fields">
          <p class="field">
            <textarea
              name="body"
              rows="5"
              required=""
              maxlength="${longest.body}"
              aria-labelledby="comment-title"
              ${description("body", "comment-hint")}>${preformatted(draft.body)}</textarea>
            <small id="comment-hint">${commenting.hint}</small>
          </p>
          <div class="fields">
            <label class="field">
              ${commenting.name}
              <input
                name="name"
                type="text"
                maxlength="${longest.name}"
                autocomplete="name"
                value="${draft.name}"
                ${attributes({ required: byMail })}
                ${description("name", null)}/>
            </label>
            ${byMail && mailField}
          </div>
          ${byMail && html`<small id="mail-hint">${commenting.mailHint}</small>`}
          ${needsApproval && html`<p class="note">${commenting.approval}</p>`}
          <p class="actions">
            ${byMail && html`<button type="submit" name="by" value="mail">${commenting.send}</button>`}
            <button class="by-wallet" type="submit" name="by" value="wallet" formnovalidate="">
              ${commenting.byWallet}
            </button>
          </p>
          <output class="status"></output>
        </div>
      </div>
    </form>
  `;
}
