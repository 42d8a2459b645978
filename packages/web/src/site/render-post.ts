import { createElement as h, type ReactElement } from "react";
import { type RenderedMarkdown, renderMarkdown } from "../markdown/render-markdown.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { postDate, timeOfPost } from "./post-date.ts";
import { postFile } from "./post-file.ts";
import { postProof } from "./post-proof.ts";
import { prose } from "./prose.ts";
import { pathOfContent, pathOfPost, type SiteAssets, type SiteOwner, type SitePost } from "./resources.ts";
import { sayDay, saySize } from "./words.ts";

export interface Post {
  readonly owner: SiteOwner;
  readonly post: SitePost;
  readonly assets: SiteAssets;
}

/** One post on a page of its own. */
export function renderPost({ owner, post, assets }: Post): string {
  const text = post.markdown === null ? null : renderMarkdown(post.markdown);
  return renderPage({
    title: `${titleOf(post, text)} · ${owner.title}`,
    description: text?.summary || post.caption,
    canonical: `${owner.url.replace(/\/$/, "")}${pathOfPost(post)}`,
    assets,
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
          h("div", { className: "margin" }, postDate(post), postProof(owner, post)),
          h("div", { className: "column" }, content(post, text)),
        ),
      ),
      h(
        "footer",
        { className: "row" },
        h("p", { className: "column more" }, h("a", { href: "/" }, "All posts of ", owner.title)),
      ),
    ),
  });
}

/** A post needs no title of its own; the page's comes from its heading, its first words, or its day. */
function titleOf(post: SitePost, text: RenderedMarkdown | null): string {
  return (
    text?.title ?? (text?.summary.slice(0, 60) || post.caption?.slice(0, 60) || sayDay(timeOfPost(post)))
  );
}

function content(post: SitePost, text: RenderedMarkdown | null): ReactElement {
  if (post.kind === "FILE") return postFile(post);
  if (text === null) {
    return h(
      "p",
      null,
      `This text is too long for a page (${saySize(post.size)}). `,
      h("a", { href: pathOfContent(post) }, "Read it as plain Markdown"),
      ".",
    );
  }
  return prose(text);
}
