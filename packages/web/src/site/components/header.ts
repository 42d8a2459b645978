import { inlineSvg } from "../../drawings/inline-svg.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { type Html, html } from "../html.ts";
import type { SiteOwner } from "../view.ts";

/** The owner's avatar, or the portrait drawn from the address. */
export function portrait(owner: SiteOwner): Html {
  return owner.hasAvatar
    ? html`<img class="portrait u-photo" src="/ewp/avatar" alt=""/>`
    : inlineSvg(drawPortrait(owner.address), "portrait", null);
}

/** The head of every page but the first: the owner's name, which leads to the first page. */
export function siteHeader(owner: SiteOwner): Html {
  return html`
    <header class="site-header row">
      <div class="margin">${portrait(owner)}</div>
      <p class="column"><a href="/" rel="home">${owner.title}</a></p>
    </header>
  `;
}
