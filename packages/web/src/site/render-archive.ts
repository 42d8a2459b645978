import { createElement as h, type ReactElement } from "react";
import { readTitle } from "../markdown/opening.ts";
import { quietly, renderList } from "./list-page.ts";
import { pager } from "./pager.ts";
import { timeOfPost } from "./post-date.ts";
import { pathOfPost, type SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

export interface ArchivePage {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
}

/** Everything by its month, a line each. */
export function renderArchive(view: OwnedView, { posts, page, pageCount }: ArchivePage): string {
  const { words } = view;
  const months = Map.groupBy(posts, (post) => words.month(timeOfPost(post)));
  return renderList(view, {
    title: words.lists.archive,
    path: page === 1 ? "/archive" : `/archive?page=${page}`,
    children:
      posts.length === 0
        ? quietly(words.lists.nothingArchived)
        : [...months].map(([month, those]) => section(view, month, those)),
    next: pager({ page, pageCount }, "/archive", words),
  });
}

function section(view: OwnedView, month: string, posts: readonly SitePost[]): ReactElement {
  return h(
    "section",
    { className: "row month", key: month },
    h("h2", { className: "margin" }, month),
    h(
      "ol",
      { className: "column" },
      posts.map((post) => line(view, post)),
    ),
  );
}

function line({ words }: OwnedView, post: SitePost): ReactElement {
  const at = timeOfPost(post);
  const day = h("time", { dateTime: new Date(at).toISOString() }, words.number(new Date(at).getUTCDate()));
  return h(
    "li",
    { key: post.id },
    day,
    h("a", { href: pathOfPost(post) }, titleOf(post) || words.lists.untitled),
  );
}

function titleOf(post: SitePost): string {
  if (post.kind === "FILE") return post.caption?.slice(0, 120) || post.filename || "";
  return post.markdown === null ? "" : readTitle(post.markdown);
}
