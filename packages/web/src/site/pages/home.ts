import { coverSizes } from "../../markdown/pictures/sizes.ts";
import { languageOfText } from "../../markdown/text/text-language.ts";
import { entry, microformats } from "../components/entry.ts";
import { presence } from "../components/follow.ts";
import { grid } from "../components/grid.ts";
import { siteHeader } from "../components/header.ts";
import { siteFooter } from "../components/layout.ts";
import { feedLinks, type NumberedPage, pager, quietRow } from "../components/list.ts";
import { openingOf, pictureOf } from "../components/opening.ts";
import { picture } from "../components/picture.ts";
import { classOfTitle, languageOfPost } from "../components/post-head.ts";
import { dateBeside, postDate, seal, time } from "../components/proof.ts";
import { subscribeForm } from "../components/subscribe-form.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import { renderIndexedPage } from "../metadata.ts";
import { pathOfPost, type SitePost } from "../post.ts";
import type { OwnedView } from "../view.ts";

export interface Home extends NumberedPage {
  /** Whether each post is shown with its text, instead of one large and the others by year. */
  readonly hasFullTexts: boolean;
  /** Whether all posts are tiles of a grid, as the theme for photographs has them. */
  readonly isGrid: boolean;
}

/** The first page: the newest post large, and the others by year. */
export function renderHome(view: OwnedView, { posts, page, pageCount, hasFullTexts, isGrid }: Home): string {
  const { owner, messages } = view;
  const { title, description } = owner;
  const { nothingYet, nothingSoFarBack, titleOfPage } = messages.home;
  const about = { title, description, path: page === 1 ? "/" : `/?page=${page}`, isHome: true };
  return renderIndexedPage(view, about, {
    title: page === 1 ? title : titleOfPage(title, page),
    islands: ["presence", "register-worker"],
    head: feedLinks(view, ""),
    body: html`
      <div class="page home h-feed">
        <data class="p-name" value="${title}" hidden=""></data>
        ${siteHeader(view, { isHome: true })}
        <main id="main">
          ${posts.length === 0 && quietRow(page === 1 ? nothingYet : nothingSoFarBack)}
          ${isGrid ? posts.length > 0 && grid(view, posts) : hasFullTexts ? posts.map((post) => entry(post, view)) : overview(view, posts, page === 1)}
        </main>
        ${pager(view, { page, pageCount }, "/")}
        ${subscribeForm(view)}
        ${siteFooter(view)}
        <div class="row"><div class="column">${presence(view)}</div></div>
      </div>
    `,
  });
}

function overview(view: OwnedView, posts: readonly SitePost[], isFirst: boolean): HtmlValue {
  const [newest] = posts;
  const isLarge = isFirst && newest !== undefined;
  return [isLarge && largePost(view, newest), yearsOf(view, isLarge ? posts.slice(1) : posts)];
}

/** The newest post: its picture, its title and its excerpt. */
function largePost(view: OwnedView, post: SitePost): Html {
  const path = pathOfPost(post);
  const { title, summary } = openingOf(post, view);
  const image = pictureOf(post);
  const shown = image && picture(image, { eager: true, sizes: coverSizes });
  return html`
    <article ${attributes({ class: "newest h-entry", lang: languageOfPost(post, view) })}>
      ${microformats(view, { path, title: null })}
      ${shown && html`<a class="cover" href="${path}" tabindex="-1" aria-hidden="true">${shown}</a>`}
      <div class="row">
        <div class="column">
          <h2 class="${classOfTitle(title, "newest-title p-name")}" dir="auto"><a href="${path}">${title}</a></h2>
          ${summary && html`<p class="standfirst p-summary" dir="auto">${summary}</p>`}
          ${postDate(post, view)}
        </div>
      </div>
    </article>
  `;
}

function yearsOf(view: OwnedView, posts: readonly SitePost[]): HtmlValue {
  const years = Map.groupBy(posts, (post) => view.messages.year(post.publishedAt));
  return [...years].map(
    ([year, those]) => html`
      <section class="year row">
        <h2 class="margin">${year}</h2>
        <ol class="column rows">${those.map((post) => postRow(view, post))}</ol>
      </section>
    `,
  );
}

/** A post in one line: its title or first words, its day, and a small picture if it has one. */
function postRow(view: OwnedView, post: SitePost): Html {
  const { messages } = view;
  const at = post.publishedAt;
  const { title } = openingOf(post, view);
  const image = pictureOf(post);
  return html`
    <li ${attributes({ class: "h-entry", lang: languageOfText(title, [view.owner.language, messages.language]) })}>
      <a class="u-url" href="${pathOfPost(post)}"><bdi class="p-name">${title}</bdi></a>
      <span class="when">${time(at, messages.dayOfYear(at))}${besideRow(post, messages)}${post.proof && seal(post, messages)}</span>
      ${image && picture(image, { sizes: smallSizes(image.known) })}
    </li>
  `;
}

/** The width of a picture that covers the small one of a row (`home.css`), in CSS pixels. */
function smallSizes({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${Math.round(Math.max(90, (60 * width) / height))}px`;
}

/** The day of a correction, or the year in which an older post was signed. */
function besideRow(post: SitePost, messages: OwnedView["messages"]): HtmlValue {
  const later = dateBeside(post, messages, (ms) => String(messages.year(ms)));
  return later && html` <span class="beside">${later}</span>`;
}
