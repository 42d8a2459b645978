import { createElement as h, type ReactElement } from "react";
import type { DeleteCommentIsland } from "../islands/delete-comment.ts";
import { commentArticle } from "./comment-list.ts";
import { pathOfOwnComment, type SiteComment } from "./conversation.ts";
import { copyableDigits } from "./copyable-digits.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

/** A comment, and the way in which its author deletes it: by the same wallet, or by a link in a mail. */
export function renderOwnComment(view: View, comment: SiteComment): string {
  const { ownComment: said } = view.words;
  return renderPage(view, {
    title: said.title,
    description: null,
    canonical: null,
    head: h("meta", { name: "robots", content: "noindex" }),
    islands: comment.address === null ? [] : ["delete-comment", "copy"],
    body: h(
      "div",
      { className: "page" },
      view.owner && doorplate(view.owner),
      h(
        "main",
        { id: "main" },
        h("div", { className: "row" }, h("h1", { className: "column" }, said.title)),
        commentArticle(comment, view.words, { isAlone: true }),
        h(
          "div",
          { className: "row own-comment" },
          h(
            "div",
            { className: "column" },
            comment.address === null ? byMail(view, comment) : byWallet(view, comment),
          ),
        ),
      ),
    ),
  });
}

function byMail({ words: { ownComment, commenting } }: View, { id }: SiteComment): ReactElement {
  return h(
    "form",
    { className: "comment-form", method: "post", action: pathOfOwnComment(id) },
    h("p", null, ownComment.byMail),
    h(
      "label",
      { className: "field" },
      commenting.mail,
      h("input", { name: "mail", type: "email", required: true, maxLength: 254, autoComplete: "email" }),
    ),
    h("p", { className: "acts" }, h("button", { type: "submit" }, ownComment.ask)),
  );
}

function byWallet({ words }: View, { id, address }: SiteComment): ReactElement {
  const { explain, ready, sign, needsScript, signedBy } = words.ownComment;
  const island: DeleteCommentIsland = {
    ...{ id, address: address ?? "" },
    words: { ready, sign, done: words.comments.deleted },
    way: words.walletSteps,
    problems: words.commentProblems,
    wallet: words.wallet,
  };
  return h(
    "form",
    { className: "comment-form", "data-delete-comment": JSON.stringify(island) },
    h("p", null, signedBy),
    h("p", null, copyableDigits(address ?? "", { words })),
    h("p", null, explain),
    h(
      "p",
      { className: "acts" },
      h("button", { className: "by-wallet", type: "submit" }, words.walletSteps.open),
    ),
    h("output", { className: "told" }),
    h("noscript", null, h("p", { className: "note" }, needsScript)),
  );
}
