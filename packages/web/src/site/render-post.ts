import { createElement as h, type ReactElement } from "react";
import { type RenderedMarkdown, renderMarkdown } from "../markdown/render-markdown.ts";
import type { Messages } from "../messages/site/en.ts";
import { aboutPage, type PagePicture } from "./about-page.ts";
import { commentCount, commentList } from "./comment-list.ts";
import type { SiteConversation } from "./conversation.ts";
import { entryFacts } from "./entry-facts.ts";
import { feedLinks } from "./feed-links.ts";
import { foot } from "./foot.ts";
import { doorplate } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { timeOfPost } from "./post-date.ts";
import { isPicture, postFile } from "./post-file.ts";
import { postProof } from "./post-proof.ts";
import { prose } from "./prose.ts";
import { cardSize } from "./render-card.ts";
import { pathOfCard, pathOfContent, pathOfDiagrams, pathOfPost, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

/** One post on a page of its own, with what is said below it. */
export function renderPost(view: OwnedView, post: SitePost, talk: SiteConversation): string {
  const { owner, words } = view;
  const text =
    post.markdown === null
      ? null
      : renderMarkdown(post.markdown, {
          ...{ words, parts: post.parts, name: String(post.id), eager: true },
          diagrams: { path: pathOfDiagrams(post), theme: view.theme },
        });
  const base = owner.url.replace(/\/$/, "");
  const url = `${base}${pathOfPost(post)}`;
  const title = titleOf(post, text, words);
  const description = text?.summary || post.caption;
  const picture = pictureOf(post, { base, title }, words);
  const about = { title, description, url, picture, kind: { publishedAt: timeOfPost(post) } };
  const name = text?.title || post.caption || post.filename;
  return renderPage(view, {
    title: `${title} · ${owner.title}`,
    description,
    canonical: url,
    islands: [
      ...(post.proof ? (["proof", "copy"] as const) : []),
      ...(talk.door ? (["comment"] as const) : []),
      "keep",
    ],
    head: [...feedLinks(view, ""), ...aboutPage(view, about)],
    body: h(
      "div",
      { className: "page post" },
      doorplate(owner),
      h(
        "main",
        { id: "main" },
        h(
          "article",
          { className: "row h-entry" },
          entryFacts(view, { path: pathOfPost(post), title: name }),
          h("div", { className: "margin" }, postProof(view, post), commentCount(view, talk)),
          h("div", { className: "column" }, content(post, text, words)),
        ),
        commentList(view, talk, pathOfPost(post)),
        h(
          "p",
          { className: "row" },
          h("a", { className: "column more", href: "/" }, words.post.allPostsOf(owner.title)),
        ),
      ),
      foot(view),
    ),
  });
}

/** What stands for a post elsewhere: a picture is itself, everything else has a card. */
function pictureOf(
  post: SitePost,
  { base, title }: { base: string; title: string },
  words: Messages,
): PagePicture {
  if (!isPicture(post)) return { url: `${base}${pathOfCard(post)}`, alt: words.post.card, size: cardSize };
  const path = pathOfContent(post);
  return { url: `${base}${path}`, alt: post.caption || title, size: post.parts.pictures.get(path) ?? null };
}

/** A post needs no title of its own; the page's comes from its heading, its first words, or its day. */
function titleOf(post: SitePost, text: RenderedMarkdown | null, words: Messages): string {
  return (
    text?.title ?? (text?.summary.slice(0, 60) || post.caption?.slice(0, 60) || words.day(timeOfPost(post)))
  );
}

function content(post: SitePost, text: RenderedMarkdown | null, words: Messages): ReactElement {
  if (post.kind === "FILE") return postFile(post, words, { eager: true });
  if (text === null) {
    return h(
      "p",
      null,
      words.post.tooLong(words.size(post.size)),
      " ",
      h("a", { href: pathOfContent(post) }, words.post.asMarkdown),
    );
  }
  return prose(text, "prose e-content");
}
