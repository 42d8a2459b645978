import { createElement as h } from "react";
import { commentForm } from "./comment-form.ts";
import type { CommentDoor, CommentDraft } from "./conversation.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import type { View } from "./view.ts";

/** A comment that was not taken, and why. */
export interface RefusedComment {
  readonly draft: CommentDraft;
  /** Null where it can't be sent again: only the words are given back. */
  readonly door: CommentDoor | null;
  /** The field that is wrong, or null. */
  readonly wrong: keyof CommentDraft | null;
  readonly problem: string;
}

/** A page that says why a comment was not taken, and keeps what was typed. */
export function renderCommentAgain(view: View, { draft, door, wrong, problem }: RefusedComment): string {
  const { commenting: said } = view.words;
  return renderPage(view, {
    title: said.keptTitle,
    description: null,
    canonical: null,
    islands: door ? ["comment"] : [],
    body: h(
      "div",
      { className: "page" },
      view.owner && doorplate(view.owner),
      h(
        "main",
        { id: "main" },
        h(
          "div",
          { className: "row" },
          h(
            "div",
            { className: "column" },
            h("h1", null, said.keptTitle),
            h("p", { id: "comment-problem", role: "alert" }, problem),
            h("p", { className: "quiet" }, said.kept),
          ),
        ),
        door
          ? commentForm(view, door, { draft, wrong })
          : h("div", { className: "row" }, h("pre", { className: "column", tabIndex: 0 }, draft.body)),
      ),
    ),
  });
}
