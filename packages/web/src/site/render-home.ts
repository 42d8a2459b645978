import { createElement as h, type ReactElement } from "react";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import { colophon } from "./colophon.ts";
import { portrait } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { postDate } from "./post-date.ts";
import { postFile } from "./post-file.ts";
import { prose } from "./prose.ts";
import { pathOfPost, type SiteAssets, type SiteOwner, type SitePost } from "./resources.ts";

export interface Home {
  readonly owner: SiteOwner;
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  readonly assets: SiteAssets;
}

/** About so many characters of a post stand on the first page; a shorter post stands there as a whole. */
const excerptLength = 700;

/** The front door: whose house it is, and one page of posts. */
export function renderHome({ owner, posts, page, pageCount, assets }: Home): string {
  return renderPage({
    title: page === 1 ? owner.title : `${owner.title}, page ${page}`,
    description: owner.description,
    canonical: `${owner.url.replace(/\/$/, "")}/${page === 1 ? "" : `?page=${page}`}`,
    assets,
    body: h(
      "div",
      { className: "page home" },
      frontDoor(owner),
      h("main", null, posts.length === 0 ? nothingYet(page) : posts.map(entry)),
      pageCount > 1 ? pager(page, pageCount) : null,
      colophon(owner),
    ),
  });
}

function frontDoor(owner: SiteOwner): ReactElement {
  return h(
    "header",
    { className: "front-door row" },
    h("div", { className: "margin" }, portrait(owner)),
    h(
      "div",
      { className: "column" },
      h("h1", null, owner.title),
      owner.description ? h("p", { className: "about" }, owner.description) : null,
    ),
  );
}

function entry(post: SitePost): ReactElement {
  const path = pathOfPost(post);
  return h(
    "article",
    { className: "entry row", key: post.id },
    h("a", { className: "margin", href: path }, postDate(post)),
    h("div", { className: "column" }, post.kind === "FILE" ? postFile(post) : words(post, path)),
  );
}

function words(post: SitePost, path: string): ReactElement[] {
  if (post.markdown === null) {
    return [h("p", { key: "long" }, h("a", { href: path }, "A long text"))];
  }
  const text = renderMarkdown(post.markdown, { excerpt: excerptLength, headingShift: 1, omitTitle: true });
  const title = text.title && h("h2", { key: "title" }, h("a", { href: path }, text.title));
  const more = text.cut && h("p", { key: "more", className: "more" }, h("a", { href: path }, "Read on"));
  return [title, prose(text), more].filter((part) => typeof part === "object" && part !== null);
}

function nothingYet(page: number): ReactElement {
  const words = page === 1 ? "Posts will stand here, the newest first." : "There are no posts this far back.";
  return h("div", { className: "row" }, h("p", { className: "column quiet" }, words));
}

function pager(page: number, pageCount: number): ReactElement {
  const link = (to: number, rel: string, words: string) =>
    h("a", { href: to === 1 ? "/" : `/?page=${to}`, rel }, words);
  return h(
    "nav",
    { className: "pager row", "aria-label": "Pages" },
    h(
      "div",
      { className: "column" },
      page > 1 ? link(Math.min(page - 1, pageCount), "prev", "Newer") : null,
      page < pageCount ? link(page + 1, "next", "Older") : null,
    ),
  );
}
