import { createElement as h, type ReactElement } from "react";
import { inlineDrawing } from "../drawings/inline-drawing.ts";
import { drawPortrait } from "../drawings/portrait.ts";
import { renderComment } from "../markdown/render-comment.ts";
import type { Messages } from "../messages/site/en.ts";
import { commentForm } from "./comment-form.ts";
import { anchorOf, pathOfOwnComment, type SiteComment, type SiteConversation } from "./conversation.ts";
import { prose } from "./prose.ts";
import type { View } from "./view.ts";

/**
 * What is said below a post, and a form for more.
 *
 * @param path of the post
 */
export function commentList(view: View, talk: SiteConversation, path: string): ReactElement {
  const { conversation: said } = view.words;
  if (talk.door === null && talk.count === 0) return h("div", { id: "comments" }, quiet(said.closed));
  return h(
    "section",
    { className: "comments", id: "comments", "aria-labelledby": "comments-title" },
    h(
      "div",
      { className: "row" },
      h(
        "h2",
        { className: "column", id: "comments-title" },
        talk.count > 0 ? said.count(talk.count) : said.title,
      ),
    ),
    talk.isLater && way(`${path}#comments`, "prev", said.earlier),
    h(
      "div",
      { className: "comment-list" },
      talk.comments.map((comment) => commentArticle(comment, view.words)),
    ),
    talk.next && way(`${path}?comments=${encodeURIComponent(talk.next)}#comments`, "next", said.later),
    talk.count === 0 && quiet(said.nothingYet),
    talk.door ? commentForm(view, talk.door) : quiet(said.closedNow),
  );
}

/** How many comments there are, beside the post's date; nothing where there are none. */
export function commentCount({ words }: View, { count }: SiteConversation): ReactElement | null {
  if (count === 0) return null;
  return h("p", { className: "talk" }, h("a", { href: "#comments" }, words.conversation.count(count)));
}

/** One comment (microformats: an `h-cite`), with whose it is in the margin. */
export function commentArticle(
  comment: SiteComment,
  words: Messages,
  { isAlone = false } = {},
): ReactElement {
  const { id, name, address, at, markdown } = comment;
  const time = h("time", { className: "dt-published", dateTime: new Date(at).toISOString() }, words.day(at));
  const own = h(
    "a",
    {
      className: "own",
      href: pathOfOwnComment(id),
      rel: "nofollow",
      "aria-label": words.conversation.yoursBy(name),
    },
    words.conversation.yours,
  );
  return h(
    "article",
    { className: "comment row u-comment h-cite", id: anchorOf(id), key: id },
    h(
      "header",
      { className: "margin" },
      face(name, address, words),
      h("p", { className: "by p-author h-card" }, name),
      h(
        "p",
        { className: "said" },
        isAlone ? time : h("a", { className: "u-url", href: `#${anchorOf(id)}` }, time),
        isAlone ? null : own,
      ),
    ),
    h("div", { className: "column e-content" }, prose({ html: renderComment(markdown) })),
  );
}

/** Drawn from the address that signed; of somebody who is known by mail, the first letter. */
function face(name: string, address: SiteComment["address"], { conversation }: Messages): ReactElement {
  return address === null
    ? h("span", { className: "face", "aria-hidden": true }, [...name][0])
    : inlineDrawing(drawPortrait(address), "face", conversation.signed);
}

function way(href: string, rel: string, words: string): ReactElement {
  return h("p", { className: "row pager" }, h("a", { className: "column", rel, href }, words));
}

function quiet(words: string): ReactElement {
  return h("div", { className: "row" }, h("p", { className: "column quiet" }, words));
}
