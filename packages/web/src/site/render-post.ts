import { createElement as h, type ReactElement } from "react";
import { type RenderedMarkdown, renderMarkdown } from "../markdown/render-markdown.ts";
import type { Words } from "../words/en.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { postDate, timeOfPost } from "./post-date.ts";
import { postFile } from "./post-file.ts";
import { postProof } from "./post-proof.ts";
import { prose } from "./prose.ts";
import { pathOfContent, pathOfPost, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

/** One post on a page of its own. */
export function renderPost(view: OwnedView, post: SitePost): string {
  const { owner, words } = view;
  const text = post.markdown === null ? null : renderMarkdown(post.markdown);
  return renderPage(view, {
    title: `${titleOf(post, text, words)} · ${owner.title}`,
    description: text?.summary || post.caption,
    canonical: `${owner.url.replace(/\/$/, "")}${pathOfPost(post)}`,
    body: h(
      "div",
      { className: "page post" },
      doorplate(owner),
      h(
        "main",
        null,
        h(
          "article",
          { className: "row" },
          h("div", { className: "margin" }, postDate(post, words), postProof(view, post)),
          h("div", { className: "column" }, content(post, text, words)),
        ),
      ),
      h(
        "footer",
        { className: "row" },
        h("p", { className: "column more" }, h("a", { href: "/" }, words.post.allPostsOf(owner.title))),
      ),
    ),
  });
}

/** A post needs no title of its own; the page's comes from its heading, its first words, or its day. */
function titleOf(post: SitePost, text: RenderedMarkdown | null, words: Words): string {
  return (
    text?.title ?? (text?.summary.slice(0, 60) || post.caption?.slice(0, 60) || words.day(timeOfPost(post)))
  );
}

function content(post: SitePost, text: RenderedMarkdown | null, words: Words): ReactElement {
  if (post.kind === "FILE") return postFile(post, words);
  if (text === null) {
    return h(
      "p",
      null,
      words.post.tooLong(words.size(post.size)),
      " ",
      h("a", { href: pathOfContent(post) }, words.post.asMarkdown),
    );
  }
  return prose(text);
}
