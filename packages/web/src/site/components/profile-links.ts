import { type HtmlValue, html } from "../html.ts";
import type { SiteOwner } from "../view.ts";

/** The owner's pages elsewhere. A page that links back is shown as the owner's there (`rel="me"`). */
export function profileLinks({ links }: Pick<SiteOwner, "links">): HtmlValue {
  if (links.length === 0) return null;
  const items = links.map(
    ({ href, name }) =>
      html`<li><a class="u-url" rel="me noopener" href="${href}"><bdi>${name}</bdi></a></li>`,
  );
  return html`<ul class="profile-links">${items}</ul>`;
}
