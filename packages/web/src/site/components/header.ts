import { inlineSvg } from "../../drawings/drawing.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import { baseOf, type SiteOwner, type View } from "../view.ts";
import { profileLinks } from "./profile-links.ts";

/**
 * The owner's avatar, else the picture of the name in ENS, else the portrait drawn from the address.
 *
 * @param side in CSS pixels
 */
export function portrait({ avatar, ens, address }: SiteOwner, side: number, className = "portrait"): Html {
  const src = avatar?.large ?? ens?.picture;
  if (!src) return inlineSvg(drawPortrait(address), className, null);
  const set = avatar && { srcset: `${avatar.small} 96w, ${avatar.large} 192w`, sizes: `${side}px` };
  return html`<img ${attributes({ class: `${className} u-photo`, src, ...set, alt: "" })}/>`;
}

/** CSS pixels, as `header.css` has them. */
const headerSide = 40;

/**
 * The header of every page: the author, the menu, and the link to follow. Its script opens the page for following as a
 * dialog, and shows the owner's own links to the owner.
 *
 * @param isHome whether it stands on the first page, where the name is the heading and the owner's card is
 */
export function siteHeader(view: View, { isHome = false } = {}): HtmlValue {
  const { owner, messages } = view;
  if (owner === null) return null;
  const { header, lists, search } = messages;
  const name = html`<a class="site-name" href="/" rel="home">${portrait(owner, headerSide)}<bdi class="p-name">${owner.title}</bdi></a>`;
  const names: Readonly<Record<string, string>> = {
    "/archive": lists.archive,
    "/about": header.about,
    "/search": search.title,
  };
  const texts = JSON.stringify({ dashboard: header.dashboard, edit: header.edit, close: header.close });
  return html`
    ${!!owner.closedAt && html`<p class="moved">${header.closed(messages.day(owner.closedAt))}</p>`}
    ${owner.hasMoved && html`<p class="moved">${header.moved} <a href="${`${baseOf(owner)}/`}">${new URL(owner.url).host}</a></p>`}
    <header class="${isHome ? "site-header p-author h-card" : "site-header"}" data-header="${texts}">
      <div class="site-bar">
        ${isHome ? html`<h1>${name}</h1>` : html`<p>${name}</p>`}
        ${
          owner.menu.length > 0 &&
          html`
            <nav aria-label="${header.title}">
              <ul class="site-links">${owner.menu.map(({ path, title }) => html`<li><a href="${path}">${title ?? names[path]}</a></li>`)}</ul>
            </nav>
          `
        }
        ${followLink(owner, header.follow)}
      </div>
      ${
        isHome &&
        html`
          <data class="u-url u-uid" value="${`${baseOf(owner)}/`}" hidden=""></data>
          ${owner.description && html`<p class="about p-note" dir="auto">${owner.description}</p>`}
          ${profileLinks(owner)}
        `
      }
    </header>
  `;
}

/** Leads to the ways to follow; nothing where there are none. */
export function followLink(
  {
    takesFollowers,
    hasFeeds,
    hasNewsletter,
  }: Pick<SiteOwner, "takesFollowers" | "hasFeeds" | "hasNewsletter">,
  text: string,
): HtmlValue {
  if (!takesFollowers && !hasFeeds && !hasNewsletter) return null;
  return html`<a ${attributes({ class: "follow-link", href: "/follow" })}>${text}</a>`;
}
