import type { Hash } from "@freehold/protocol";
import { badgeHeight, drawBadge, shortenName } from "../../drawings/badge.ts";
import { type Html, html } from "../html.ts";
import { baseOf, type OwnedView } from "../view.ts";

/** The badge of a signed post as an SVG file, in the reader's language. */
export function renderBadge(
  { owner, messages: { badge } }: OwnedView,
  { contentHash }: { readonly contentHash: Hash },
  theme: "light" | "dark",
): string {
  const label = badge.label(owner.title);
  return drawBadge({
    contentHash,
    accent: owner.accent,
    theme,
    label,
    text: badge.label(shortenName(owner.title)),
  });
}

/** The HTML for other sites: a link to the check on this node, with the badge. No script. */
function badgeSnippet({ owner, messages }: OwnedView, contentHash: Hash): string {
  const base = baseOf(owner);
  const picture = html`<img src="${`${base}/badge/${contentHash}.svg`}" alt="${messages.badge.label(owner.title)}" height="${badgeHeight}">`;
  return String(html`<a href="${`${base}/verify?of=${contentHash}`}">${picture}</a>`);
}

/** The badge in the proof of a post, with its HTML to copy. */
export function offerBadge(view: OwnedView, contentHash: Hash): Html {
  const { badge, digits } = view.messages;
  return html`
    <details class="folded">
      <summary>${badge.title}</summary>
      <p><img src="/badge/${contentHash}.svg" alt="${badge.label(view.owner.title)}" height="${badgeHeight}" loading="lazy"/></p>
      <p>${badge.explain}</p>
      <p class="snippet"><code>${badgeSnippet(view, contentHash)}</code> <button class="copy" type="button" hidden="" data-copied="${digits.copied}">${digits.copy}</button></p>
    </details>
  `;
}
