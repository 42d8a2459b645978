import { inlineSvg } from "../../drawings/drawing.ts";
import { drawSeal } from "../../drawings/seal.ts";
import type { ProofIsland } from "../../islands/proof.ts";
import type { Messages } from "../../messages/site/en.ts";
import { groupDigits } from "../../messages/site/format.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import { pathOfContent, type SitePost } from "../post.ts";
import type { OwnedView, View } from "../view.ts";
import { offerBadge } from "./badge.ts";
import { pathOfVerify } from "./layout.ts";

/** The date of a post with the seal of its signature, or with a note that the post is local. */
export function postDate(post: SitePost, { messages }: Pick<View, "messages">): Html {
  const mark =
    post.proof === null ? html`<span class="local">${messages.post.onlyHere}</span>` : seal(post, messages);
  return html`<span class="when">${dates(post, messages)}${mark}</span>`;
}

/** The date of a post, and beside it the day on which it was corrected, or signed where that was another day. */
function dates(post: SitePost, messages: Messages): HtmlValue {
  const day = time(post.publishedAt, messages.day(post.publishedAt));
  const later = dateBeside(post, messages, messages.day);
  return later === null ? day : html`<span>${day}${messages.post.beside}${later}</span>`;
}

/**
 * When a post was corrected, or signed after it was published; null where it was neither.
 *
 * @param unit the text of a time, such as its day: signing in the same one is not said
 */
export function dateBeside(
  { publishedAt, modifiedAt, proof, replaces }: SitePost,
  { post, day }: Messages,
  unit: (ms: number) => string,
): Html | null {
  const signedAt = proof === null ? null : proof.timestamp * 1000;
  if (replaces !== null && modifiedAt !== publishedAt) {
    const at = signedAt ?? modifiedAt;
    return html`<time class="dt-updated" datetime="${new Date(at).toISOString()}">${post.correctedOn(day(at))}</time>`;
  }
  if (signedAt === null || unit(signedAt) === unit(publishedAt)) return null;
  return html`<time datetime="${new Date(signedAt).toISOString()}">${post.signedOn(unit(signedAt))}</time>`;
}

/** The seal of a signed post, with a text for screen readers. */
export function seal({ contentHash }: Pick<SitePost, "contentHash">, { post }: Pick<Messages, "post">): Html {
  return inlineSvg(drawSeal(contentHash), "seal", post.signed);
}

/** @param at milliseconds */
export function time(at: number, text: string): Html {
  return html`<time class="dt-published" datetime="${new Date(at).toISOString()}">${text}</time>`;
}

/**
 * One line with a post's date and what else is said of it, and its proof; that of a signed post unfolds who signed, when and which
 * bytes, and the hashes (look.md).
 */
export function postProof(view: OwnedView, post: SitePost, extent: readonly HtmlValue[] = []): Html {
  const { owner, messages } = view;
  const times = dates(post, messages);
  if (post.proof === null)
    return html`<p class="meta">${times}<span class="local">${messages.post.onlyHere}</span>${extent}</p>`;
  const { timestamp, signature } = post.proof;
  const { proof } = messages;
  const { checking, bytesMatch, bytesDiffer, signatureMatches, signatureDiffers, unreadable } = proof;
  const island: ProofIsland = {
    proof: { contentHash: post.contentHash, publisherAddress: owner.address, timestamp, signature },
    path: pathOfContent(post),
    messages: { checking, bytesMatch, bytesDiffer, signatureMatches, signatureDiffers, unreadable },
  };
  const bytes = html`<a href="${pathOfContent(post)}">${proof.theBytes}</a> (${messages.size(post.size)})`;
  return html`
    <p class="meta">${times}${extent}</p>
    <details ${attributes({ class: "proof", "data-proof": JSON.stringify(island), "data-pagefind-ignore": view.isStatic })}>
      <summary class="meta">
        <span class="signed">${inlineSvg(drawSeal(post.contentHash), "seal", null)}${proof.signedBy(owner.title)}</span>
      </summary>
      <dl>
        ${field(proof.who, owner.title)}
        ${field(proof.when, messages.second(timestamp * 1000))}
        ${field(proof.whichBytes, bytes)}
      </dl>
      <details class="folded">
        <summary>${proof.folded}</summary>
        <dl>
          ${field(proof.address, copyableDigits(owner.address, view))}
          ${field(proof.hashIs, copyableDigits(post.contentHash, view))}
          ${field(proof.signature, copyableDigits(signature, view))}
        </dl>
      </details>
      ${!view.isStatic && offerBadge(view, post.contentHash)}
      <p>${proof.anybody} ${checkLink(view, post)}</p>
    </details>
  `;
}

/** A static site has the proof beside the page, and a page that checks the whole site. */
function checkLink(view: View, { contentHash }: Pick<SitePost, "contentHash">): HtmlValue {
  const { verify } = view.messages.footer;
  return view.isStatic
    ? html`<a href="${pathOfVerify(view)}">${verify}</a> · <a href="proof.json">proof.json</a>`
    : html`<a href="/verify?of=${contentHash}">${verify}</a>`;
}

/** A term of a `dl` with its description. */
export function field(term: string, description: HtmlValue): Html {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}

/** An address or a hash for comparing, in groups of four, with a button that copies it where scripts run (look.md). */
export function copyableDigits(hex: string, { messages }: Pick<View, "messages">): Html {
  // The gaps are drawn by the stylesheet, so that a copy has none.
  const groups = groupDigits(hex).map((group) => html`<span>${group}</span><wbr/>`);
  const { copy, copied } = messages.digits;
  return html`
    <code class="digits">${groups}</code> <button class="copy" type="button" hidden="" data-copied="${copied}">${copy}</button>
  `;
}
