import { createElement as h, type ReactElement } from "react";
import type { Messages } from "../messages/site/en.ts";
import { aboutPage, pictureOfSite } from "./about-page.ts";
import { colophon } from "./colophon.ts";
import { entry } from "./entry.ts";
import { feedLinks } from "./feed-links.ts";
import { foot } from "./foot.ts";
import { portrait } from "./masthead.ts";
import { renderPage } from "./page.ts";
import { pager } from "./pager.ts";
import type { SiteOwner, SitePost } from "./resources.ts";
import type { OwnedView } from "./view.ts";

export interface Home {
  /** Newest first. */
  readonly posts: readonly SitePost[];
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  /** Whether other nodes may follow this one. */
  readonly takesFollowers: boolean;
}

/** The front door: whose house it is, and one page of posts. */
export function renderHome(view: OwnedView, { posts, page, pageCount, takesFollowers }: Home): string {
  const { owner, words } = view;
  const canonical = `${owner.url.replace(/\/$/, "")}/${page === 1 ? "" : `?page=${page}`}`;
  const { title, description } = owner;
  const picture = pictureOfSite(owner);
  const about = { title, description, url: canonical, picture, kind: "site" as const };
  return renderPage(view, {
    title: page === 1 ? owner.title : words.home.titleOfPage(owner.title, page),
    description: owner.description,
    canonical,
    islands: [...(takesFollowers ? (["follow"] as const) : []), "presence", "copy", "keep"],
    head: [...feedLinks(view, ""), ...aboutPage(view, about)],
    body: h(
      "div",
      { className: "page home h-feed" },
      h("data", { className: "p-name", value: title, hidden: true }),
      frontDoor(owner),
      h(
        "main",
        { id: "main" },
        posts.length === 0 ? nothingYet(page, words) : posts.map((post) => entry(post, view)),
      ),
      pager({ page, pageCount }, "/", words),
      colophon(view, takesFollowers),
      foot(view),
    ),
  });
}

function frontDoor(owner: SiteOwner): ReactElement {
  return h(
    "header",
    { className: "front-door row p-author h-card" },
    h("div", { className: "margin" }, portrait(owner)),
    h("data", { className: "u-url u-uid", value: `${owner.url.replace(/\/$/, "")}/`, hidden: true }),
    h(
      "div",
      { className: "column" },
      h("h1", { className: "p-name" }, owner.title),
      owner.description ? h("p", { className: "about p-note" }, owner.description) : null,
    ),
  );
}

function nothingYet(page: number, { home }: Messages): ReactElement {
  const words = page === 1 ? home.nothingYet : home.nothingSoFarBack;
  return h("div", { className: "row" }, h("p", { className: "column quiet" }, words));
}
