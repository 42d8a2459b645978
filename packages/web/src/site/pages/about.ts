import { waysToFollow } from "../components/follow.ts";
import { headingRow, layout, siteFooter } from "../components/layout.ts";
import { renderList } from "../components/list.ts";
import { profileLinks } from "../components/profile-links.ts";
import { copyableDigits, field } from "../components/proof.ts";
import { html } from "../html.ts";
import { renderPage } from "../page.ts";
import type { OwnedView } from "../view.ts";

/** The page that the header's "Follow" leads to; with a script it opens as a dialog. */
export function renderFollow(view: OwnedView): string {
  const { owner, messages } = view;
  const title = messages.follow.title(owner.title);
  const ways = html`<div class="row"><div class="column ways">${waysToFollow(view)}</div></div>`;
  return renderPage(view, {
    title: `${title} · ${owner.title}`,
    head: html`<meta name="robots" content="noindex"/>`,
    islands: [...(owner.takesFollowers ? (["follow"] as const) : []), "copy", "header"],
    body: layout(view, "page list", [headingRow(title), ways], siteFooter(view)),
  });
}

/**
 * The page about the author, in the words of the profile, with the address that signs. The owner's own pages may say more.
 */
export function renderAbout(view: OwnedView): string {
  const { owner, messages } = view;
  const { about, lists } = messages;
  const own = owner.menu.filter(({ title }) => title !== null);
  const pages = own.map(({ path, title }) => html`<p><a href="${path}">${title}</a></p>`);
  return renderList(view, {
    title: about.title(owner.title),
    path: "/about",
    ...(owner.description && { description: owner.description }),
    islands: ["copy"],
    content: html`
      <div class="row">
        <div class="column prose">
          <p class="about">${owner.description || about.alone(owner.title)}</p>
          ${profileLinks(owner)}
          <dl class="verified">
            ${field(about.address, html`<code class="url">${owner.url}</code>`)}
            ${field(about.signedBy, copyableDigits(owner.address, view))}
            ${owner.ens && field(about.ens, html`<bdi class="url">${owner.ens.name}</bdi>`)}
          </dl>
          ${pages}
          <p><a href="/following">${lists.followingOf(owner.title)}</a></p>
          <p><a href="/followers">${lists.followersOf(owner.title)}</a></p>
        </div>
      </div>
    `,
  });
}
