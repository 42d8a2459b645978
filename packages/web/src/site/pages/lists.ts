import type { Address } from "@freehold/protocol";
import { inlineSvg } from "../../drawings/drawing.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { readTitle } from "../../markdown/text/opening.ts";
import { entry } from "../components/entry.ts";
import { feedLinks, type NumberedPage, pager, pagerLink, quietRow, renderList } from "../components/list.ts";
import type { PostLink } from "../components/post-end.ts";
import { languageOfPost } from "../components/post-head.ts";
import { attributes, type Html, html } from "../html.ts";
import { pathOfPost, pathOfTag, type SitePost } from "../post.ts";
import type { OwnedView } from "../view.ts";

/** The newest post of a year, and the page of the archive that it is on. */
export interface ArchiveYear {
  /** Milliseconds. */
  readonly at: number;
  readonly page: number;
}

/** All posts by month, a line each, with links to the years. */
export function renderArchive(
  view: OwnedView,
  { posts, page, pageCount, years }: NumberedPage & { readonly years: readonly ArchiveYear[] },
): string {
  const { lists, month, year } = view.messages;
  const named = new Set<number>();
  const idOf = (at: number) => {
    const name = year(at);
    if (named.has(name)) return null;
    named.add(name);
    return `year-${name}`;
  };
  const months = Map.groupBy(posts, (post) => month(post.publishedAt));
  const sections = [...months].map(
    ([name, those]) => html`
      <section ${attributes({ class: "row month", id: idOf(those[0]?.publishedAt ?? 0) })}>
        <h2 class="margin">${name}</h2>
        <ol class="column">${those.map((post) => archiveLine(view, post))}</ol>
      </section>
    `,
  );
  return renderList(view, {
    title: lists.archive,
    path: page === 1 ? "/archive" : `/archive?page=${page}`,
    content: posts.length === 0 ? quietRow(lists.nothingArchived) : [jumps(view, years), sections],
    pager: pager(view, { page, pageCount }, "/archive"),
  });
}

/** Links to the years of the archive, if there are several, and to the tags. */
function jumps({ messages: { lists, year } }: OwnedView, years: readonly ArchiveYear[]): Html {
  const named = new Map(years.toReversed().map(({ at, page }) => [year(at), page]));
  const links = [...named].toReversed().map(([name, page]) => {
    const path = page === 1 ? "/archive" : `/archive?page=${page}`;
    return html`<li><a href="${`${path}#year-${name}`}">${name}</a></li>`;
  });
  return html`
    <nav class="row jumps" aria-label="${lists.years}">
      <div class="column">
        ${links.length > 1 && html`<ul>${links}</ul>`}
        <p><a href="/tags">${lists.tags}</a></p>
      </div>
    </nav>
  `;
}

/** The tags of the site in the order of the alphabet. @param next the tag before the next page, or null */
export function renderTags(
  view: OwnedView,
  { tags, next }: { tags: readonly { readonly tag: string; readonly count: number }[]; next: string | null },
): string {
  const { lists, language } = view.messages;
  const { compare } = new Intl.Collator(language);
  const links = tags
    .toSorted((a, b) => compare(a.tag, b.tag))
    .map(
      ({ tag, count }) =>
        html`<li><a href="${pathOfTag(tag)}"><bdi>${lists.tagged(tag)}</bdi></a> <span class="quiet">${lists.posts(count)}</span></li>`,
    );
  return renderList(view, {
    title: lists.tags,
    path: "/tags",
    content:
      tags.length === 0
        ? quietRow(lists.noTags)
        : html`<div class="row"><ul class="column tag-list">${links}</ul></div>`,
    pager: pagerLink(next && `/tags?after=${encodeURIComponent(next)}`, "next", lists.next),
  });
}

function archiveLine(view: OwnedView, post: SitePost): Html {
  const { messages } = view;
  const day = messages.number(messages.dayOfMonth(post.publishedAt));
  const date = new Date(post.publishedAt);
  const title = titleOf(post, view) || messages.lists.untitled;
  return html`<li><time datetime="${date.toISOString()}">${day}</time><a href="${pathOfPost(post)}"><bdi>${title}</bdi></a></li>`;
}

/** The languages of the site and of its words. */
type Languages = Parameters<typeof languageOfPost>[1];

/** A post as a link to it. @param view on a page: the marks of the title are printed as its language has them */
export function linkToPost(post: SitePost, view: Languages | null = null): PostLink {
  return { path: pathOfPost(post), title: titleOf(post, view) };
}

function titleOf(post: SitePost, view: Languages | null): string {
  if (post.kind === "FILE") return post.caption?.slice(0, 120) || post.filename || "";
  return post.markdown === null ? "" : readTitle(post.markdown, view && languageOfPost(post, view));
}

/** The posts with one tag, newest first. @param next the cursor of the next page, or null */
export function renderTag(
  view: OwnedView,
  { tag, posts, next }: { tag: string; posts: readonly SitePost[]; next: string | null },
): string {
  const { lists } = view.messages;
  const path = pathOfTag(tag);
  return renderList(view, {
    title: lists.tagged(tag),
    path,
    head: feedLinks(view, path),
    content: posts.length === 0 ? quietRow(lists.nothingTagged) : posts.map((post) => entry(post, view)),
    pager: pagerLink(next && `${path}?after=${encodeURIComponent(next)}`, "next", lists.next),
  });
}

/** Another node, as it describes itself. */
export interface SitePerson {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
}

/** The nodes that follow the owner, or those that the owner follows. @param next the cursor of the next page, or null */
export function renderPeople(
  view: OwnedView,
  {
    side,
    people,
    next,
  }: { side: "followers" | "following"; people: readonly SitePerson[]; next: string | null },
): string {
  const { lists } = view.messages;
  const path = `/${side}`;
  const [nobody, describe] =
    side === "followers" ? [lists.noFollowers, lists.followersOf] : [lists.noFollowing, lists.followingOf];
  const list = html`<div class="row"><ul class="column people">${people.map(personItem)}</ul></div>`;
  return renderList(view, {
    title: lists[side],
    path,
    description: describe(view.owner.title),
    content: people.length === 0 ? quietRow(nobody) : list,
    pager: pagerLink(next && `${path}?after=${encodeURIComponent(next)}`, "next", lists.next),
  });
}

/** A node is shown by its name, with the portrait of its address (look.md). */
function personItem({ address, url, title, description }: SitePerson): Html {
  const { protocol = "", host = url } = URL.parse(url) ?? {};
  // A node may claim any URL: only a page of the web becomes a link.
  const href = /^https?:$/.test(protocol) ? url : null;
  return html`
    <li class="h-card">
      ${inlineSvg(drawPortrait(address), "portrait", null)}
      <div>
        <a ${attributes({ class: "u-url p-name", href, rel: "noopener noreferrer" })}>${title || host}</a>
        <p class="quiet">${description || host}</p>
      </div>
    </li>
  `;
}
