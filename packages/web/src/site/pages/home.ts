import { entry } from "../components/entry.ts";
import { followSection } from "../components/follow.ts";
import { portrait, siteFooter } from "../components/layout.ts";
import { feedLinks, type NumberedPage, pager, quietRow } from "../components/list.ts";
import { type Html, html } from "../html.ts";
import { renderIndexedPage } from "../metadata.ts";
import { baseOf, type OwnedView, type SiteOwner } from "../view.ts";

export interface Home extends NumberedPage {
  /** Whether other nodes may follow this one. */
  readonly takesFollowers: boolean;
}

/** The first page: the owner, and one page of posts. */
export function renderHome(view: OwnedView, { posts, page, pageCount, takesFollowers }: Home): string {
  const { owner, messages } = view;
  const { title, description } = owner;
  const { nothingYet, nothingSoFarBack, titleOfPage } = messages.home;
  const follow = takesFollowers ? (["follow"] as const) : [];
  const about = { title, description, path: page === 1 ? "/" : `/?page=${page}`, isHome: true };
  return renderIndexedPage(view, about, {
    title: page === 1 ? title : titleOfPage(title, page),
    islands: [...follow, "presence", "copy", "register-worker"],
    head: feedLinks(view, ""),
    body: html`
      <div class="page home h-feed">
        <data class="p-name" value="${title}" hidden=""></data>
        ${ownerHeader(owner)}
        <main id="main">
          ${posts.length === 0 && quietRow(page === 1 ? nothingYet : nothingSoFarBack)}
          ${posts.map((post) => entry(post, view))}
        </main>
        ${pager(view, { page, pageCount }, "/")}
        ${followSection(view, takesFollowers)}
        ${siteFooter(view)}
      </div>
    `,
  });
}

function ownerHeader(owner: SiteOwner): Html {
  const { title, description } = owner;
  return html`
    <header class="owner-header row p-author h-card">
      <div class="margin">${portrait(owner)}</div>
      <data class="u-url u-uid" value="${`${baseOf(owner)}/`}" hidden=""></data>
      <div class="column">
        <h1 class="p-name">${title}</h1>
        ${description && html`<p class="about p-note">${description}</p>`}
      </div>
    </header>
  `;
}
