import { createElement as h, type ReactElement } from "react";
import { renderMarkdown } from "../markdown/render-markdown.ts";
import type { Words } from "../words/en.ts";
import { colophon } from "./colophon.ts";
import { portrait } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { postDate } from "./post-date.ts";
import { postFile } from "./post-file.ts";
import { prose } from "./prose.ts";
import { pathOfPost, type SiteOwner, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

export interface Home {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
}

/** About so many characters of a post stand on the first page; a shorter post stands there as a whole. */
const excerptLength = 700;

/** The front door: whose house it is, and one page of posts. */
export function renderHome(view: OwnedView, { posts, page, pageCount }: Home): string {
  const { owner, words } = view;
  return renderPage(view, {
    title: page === 1 ? owner.title : words.home.titleOfPage(owner.title, page),
    description: owner.description,
    canonical: `${owner.url.replace(/\/$/, "")}/${page === 1 ? "" : `?page=${page}`}`,
    body: h(
      "div",
      { className: "page home" },
      frontDoor(owner),
      h("main", null, posts.length === 0 ? nothingYet(page, words) : posts.map((post) => entry(post, words))),
      pageCount > 1 ? pager(page, pageCount, words) : null,
      colophon(view),
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

function entry(post: SitePost, words: Words): ReactElement {
  const path = pathOfPost(post);
  return h(
    "article",
    { className: "entry row", key: post.id },
    h("a", { className: "margin", href: path }, postDate(post, words)),
    h(
      "div",
      { className: "column" },
      post.kind === "FILE" ? postFile(post, words) : textOf(post, path, words),
    ),
  );
}

function textOf(post: SitePost, path: string, words: Words): ReactElement[] {
  if (post.markdown === null) {
    return [h("p", { key: "long" }, h("a", { href: path }, words.home.longText))];
  }
  const text = renderMarkdown(post.markdown, { excerpt: excerptLength, headingShift: 1, omitTitle: true });
  const title = text.title && h("h2", { key: "title" }, h("a", { href: path }, text.title));
  const more =
    text.cut && h("p", { key: "more", className: "more" }, h("a", { href: path }, words.home.readOn));
  return [title, prose(text), more].filter((part) => typeof part === "object" && part !== null);
}

function nothingYet(page: number, { home }: Words): ReactElement {
  const words = page === 1 ? home.nothingYet : home.nothingSoFarBack;
  return h("div", { className: "row" }, h("p", { className: "column quiet" }, words));
}

function pager(page: number, pageCount: number, { home }: Words): ReactElement {
  const link = (to: number, rel: string, said: string) =>
    h("a", { href: to === 1 ? "/" : `/?page=${to}`, rel }, said);
  return h(
    "nav",
    { className: "pager row", "aria-label": home.pages },
    h(
      "div",
      { className: "column" },
      page > 1 ? link(Math.min(page - 1, pageCount), "prev", home.newer) : null,
      page < pageCount ? link(page + 1, "next", home.older) : null,
    ),
  );
}
