import type { Address } from "@freehold/protocol";
import type { DeleteCommentIsland } from "../../islands/delete-comment.ts";
import { type CommentDraft, type CommentInput, commentForm } from "../components/comment-form.ts";
import { commentArticle, pathOfOwnComment, type SiteComment } from "../components/comments.ts";
import { headingRow, layout } from "../components/layout.ts";
import { copyableDigits } from "../components/proof.ts";
import { type Html, html, preformatted } from "../html.ts";
import { renderPage } from "../page.ts";
import type { View } from "../view.ts";

/** A refused comment and the reason. */
export interface RefusedComment {
  readonly draft: CommentDraft;
  /** Null if the comment can't be sent again: then the page shows only its text. */
  readonly input: CommentInput | null;
  readonly wrong: keyof CommentDraft | null;
  readonly problem: string;
}

/** Shows why a comment was refused, and its text. */
export function renderRefusedComment(view: View, { draft, input, wrong, problem }: RefusedComment): string {
  const { notSentTitle: title, kept } = view.messages.commenting;
  const text = html`<div class="row"><pre class="column" tabindex="0">${preformatted(draft.body)}</pre></div>`;
  const reason = html`
    <div class="row">
      <div class="column">
        <h1>${title}</h1>
        <p id="comment-problem" role="alert">${problem}</p>
        <p class="quiet">${kept}</p>
      </div>
    </div>
  `;
  return renderPage(view, {
    title,
    islands: input ? ["comment"] : [],
    body: layout(view, "page", [reason, input ? commentForm(view, input, { draft, wrong }) : text]),
  });
}

/** A comment with the form by which its author deletes it: with the same wallet, or by a link in a mail. */
export function renderOwnComment(view: View, comment: SiteComment): string {
  const { title } = view.messages.ownComment;
  const { address } = comment;
  const form = html`
    <div class="row own-comment">
      <div class="column">
        ${address === null ? mailForm(view, comment) : walletForm(view, comment.id, address)}
      </div>
    </div>
  `;
  return renderPage(view, {
    title,
    head: html`<meta name="robots" content="noindex"/>`,
    islands: address === null ? [] : ["delete-comment", "copy"],
    body: layout(view, "page list", [
      headingRow(title),
      commentArticle(view, comment, { isAlone: true }),
      form,
    ]),
  });
}

function mailForm({ messages: { ownComment, commenting } }: View, { id }: SiteComment): Html {
  return html`
    <form class="comment-form" method="post" action="${pathOfOwnComment(id)}">
      <p>${ownComment.byMail}</p>
      <label class="field">
        ${commenting.mail}
        <input name="mail" type="email" required="" maxlength="254" autocomplete="email"/>
      </label>
      <p class="actions"><button type="submit">${ownComment.ask}</button></p>
    </form>
  `;
}

function walletForm(view: View, id: number, address: Address): Html {
  const { ownComment, comments, walletSteps, commentProblems: problems, wallet } = view.messages;
  const { explain, ready, sign, needsScript, signedBy } = ownComment;
  const messages = { ready, sign, done: comments.deleted };
  const island: DeleteCommentIsland = { id, address, messages, walletSteps, problems, wallet };
  return html`
    <form class="comment-form" data-delete-comment="${JSON.stringify(island)}">
      <p>${signedBy}</p>
      <p>${copyableDigits(address, view)}</p>
      <p>${explain}</p>
      <p class="actions"><button class="by-wallet" type="submit">${walletSteps.open}</button></p>
      <output class="status"></output>
      <noscript><p class="note">${needsScript}</p></noscript>
    </form>
  `;
}
