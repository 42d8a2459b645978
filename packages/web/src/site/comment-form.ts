import { createElement as h, type ReactElement } from "react";
import type { CommentIsland } from "../islands/comment.ts";
import type { CommentDoor, CommentDraft } from "./conversation.ts";
import type { View } from "./view.ts";

/** Where forms of comments are sent. */
const commentsPath = "/comments";

const nothing: CommentDraft = { body: "", name: "", mail: "" };

/**
 * The form for a comment. It works without a script for a comment by mail; with one, a wallet can sign it.
 *
 * @param wrong the field that was not taken, and the words for it
 */
export function commentForm(
  view: View,
  door: CommentDoor,
  { draft = nothing, wrong = null }: { draft?: CommentDraft; wrong?: keyof CommentDraft | null } = {},
): ReactElement {
  const { commenting: said, commentProblems: problems, wallet } = view.words;
  const { explain, ready, sign, sent, published, held, byWallet, send } = said;
  const island: CommentIsland = {
    words: { explain, ready, sign, sent, published, held },
    way: view.words.walletSteps,
    problems,
    wallet,
    ...{ postId: door.postId, byMail: door.byMail },
  };
  const invalid: Invalid = (field) =>
    wrong === field && { "aria-invalid": true, "aria-describedby": "comment-problem" };
  return h(
    "form",
    {
      className: "comment-form row",
      method: "post",
      action: commentsPath,
      "data-comment": JSON.stringify(island),
    },
    h("h3", { className: "margin", id: "comment-title" }, said.title),
    h(
      "div",
      { className: "column" },
      h("input", { type: "hidden", name: "post", value: door.postId }),
      h(
        "p",
        { className: "field" },
        h("textarea", {
          ...{
            name: "body",
            rows: 5,
            required: true,
            maxLength: door.longest.body,
            defaultValue: draft.body,
          },
          ...{ "aria-labelledby": "comment-title", "aria-describedby": "comment-hint" },
          ...invalid("body"),
        }),
        h("small", { id: "comment-hint" }, said.hint),
      ),
      h(
        "div",
        { className: "fields" },
        nameField(view, door, draft, invalid),
        door.byMail && mailField(view, draft, invalid),
      ),
      door.byMail && h("small", { id: "mail-hint" }, said.mailHint),
      door.needsApproval && h("p", { className: "note" }, said.approval),
      h(
        "p",
        { className: "acts" },
        door.byMail && h("button", { type: "submit", name: "by", value: "mail" }, send),
        h(
          "button",
          { className: "by-wallet", type: "submit", name: "by", value: "wallet", formNoValidate: true },
          byWallet,
        ),
      ),
      h("output", { className: "told" }),
      !door.byMail && h("noscript", null, h("p", { className: "note" }, said.noMail)),
    ),
  );
}

type Invalid = (field: keyof CommentDraft) => object | false;

/** A wallet needs no name: its address stands for it then. */
function nameField(
  { words: { commenting: said } }: View,
  { longest, byMail }: CommentDoor,
  { name }: CommentDraft,
  invalid: Invalid,
): ReactElement {
  return h(
    "label",
    { className: "field" },
    said.name,
    h("input", {
      ...{ name: "name", type: "text", required: byMail, maxLength: longest.name, autoComplete: "name" },
      ...{ defaultValue: name, ...invalid("name") },
    }),
  );
}

function mailField(
  { words: { commenting: said } }: View,
  { mail }: CommentDraft,
  invalid: Invalid,
): ReactElement {
  return h(
    "label",
    { className: "field" },
    said.mail,
    h("input", {
      ...{ name: "mail", type: "email", required: true, maxLength: 254, autoComplete: "email" },
      ...{ defaultValue: mail, "aria-describedby": "mail-hint", ...invalid("mail") },
    }),
  );
}
