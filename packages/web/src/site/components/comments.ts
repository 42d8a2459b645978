import type { Address } from "@freehold/protocol";
import { inlineSvg } from "../../drawings/drawing.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { renderComment } from "../../markdown/render-comment.ts";
import { languageOfText } from "../../markdown/text/text-language.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import type { SiteEnsName, View } from "../view.ts";
import { type CommentInput, commentForm } from "./comment-form.ts";
import { prose } from "./entry.ts";
import { pagerLink, quietRow } from "./list.ts";
import { time } from "./proof.ts";

/** A comment as pages show it. */
export interface SiteComment {
  readonly id: number;
  readonly name: string;
  /** The address of the wallet that signed it; null for a comment by mail. */
  readonly address: Address | null;
  readonly ens: SiteEnsName | null;
  /** Milliseconds. */
  readonly at: number;
  readonly markdown: string;
  /** The page of another site that mentions the post, which nobody signed; its text is no Markdown. */
  readonly mention: SiteMention | null;
  /** Set where it came from another program with its post: nobody signed it, and `url` (http or https) is its author's word. */
  readonly imported: { readonly url: string | null } | null;
}

/** A mention by a page of another site. Its addresses are https. */
export interface SiteMention {
  readonly kind: "reply" | "like" | "repost" | "bookmark" | "mention";
  readonly source: string;
  readonly authorUrl: string | null;
}

/** A page of the comments of a post, oldest first. */
export interface SiteConversation {
  readonly comments: readonly SiteComment[];
  /** The number of comments on all pages. */
  readonly count: number;
  /** Whether this is not the first page. */
  readonly isLater: boolean;
  /** The cursor of the next page, or null. */
  readonly next: string | null;
  /** Whether other sites can mention the post. */
  readonly takesMentions: boolean;
  /** Null if comments are closed. */
  readonly input: CommentInput | null;
}

/** The path of the page on which its author deletes a comment. */
export function pathOfOwnComment(id: number): string {
  return `/comments/${id}/delete`;
}

/**
 * The comments below a post, and the form for one more.
 *
 * @param path of the post
 */
export function commentList(view: View, conversation: SiteConversation, path: string): Html {
  const { conversation: texts } = view.messages;
  const { comments, count, isLater, next, input } = conversation;
  if (view.isStatic && count === 0) return html`<div id="comments"></div>`;
  if (input === null && count === 0) return html`<div id="comments">${quietRow(texts.closed)}</div>`;
  const later = next && `${path}?comments=${encodeURIComponent(next)}#comments`;
  return html`
    <section class="comments" id="comments" aria-labelledby="comments-title">
      <div class="row">
        <h2 class="column" id="comments-title">${count > 0 ? texts.count(count) : texts.title}</h2>
      </div>
      ${pagerLink(isLater ? `${path}#comments` : null, "prev", texts.earlier)}
      <div class="comment-list">
        ${count === 0 && quietRow(texts.nothingYet)}
        ${comments.map((comment) => commentArticle(view, comment))}
      </div>
      ${pagerLink(later, "next", texts.later)}
      ${input ? !view.isStatic && commentForm(view, input) : quietRow(texts.closedNow)}
    </section>
  `;
}

/** The number of comments, beside the post's date; nothing where there are none. */
export function commentCount({ messages }: View, { count }: SiteConversation): HtmlValue {
  return (
    count > 0 &&
    html`<p class="comment-count"><a href="#comments">${messages.conversation.count(count)}</a></p>`
  );
}

/** One comment (microformats: an `h-cite`), with its author in the margin. */
export function commentArticle(
  { messages, owner, isStatic }: View,
  comment: SiteComment,
  { isAlone = false } = {},
): Html {
  const { id, name, address, ens, at, markdown, mention, imported } = comment;
  if (mention) return mentionArticle(messages, comment, mention);
  const { conversation: texts } = messages;
  const anchor = `comment-${id}`;
  const lang = languageOfText(markdown, [messages.language, ...(owner ? [owner.language] : [])]);
  const date = time(at, messages.day(at));
  const drawn =
    address === null
      ? html`<span class="avatar" aria-hidden="true">${[...name][0]}</span>`
      : inlineSvg(drawPortrait(address), "avatar", texts.signed);
  const picture = !isStatic && ens?.picture;
  const avatar = picture
    ? html`<img class="avatar" src="${picture}" alt="${texts.signed}" width="36" height="36" loading="lazy"/>`
    : drawn;
  const links = html`
    <a class="u-url" href="${`#${anchor}`}">${date}</a>
    ${imported && html`<span class="beside">${texts.imported}</span>`}
    ${!isStatic && !imported && html`<a class="own" href="${pathOfOwnComment(id)}" rel="nofollow" aria-label="${texts.yoursBy(name)}">${texts.yours}</a>`}
  `;
  return html`
    <article class="comment row u-comment h-cite" id="${anchor}">
      <header class="margin">
        ${avatar}
        <p class="by p-author h-card">${imported?.url ? html`<a class="u-url" href="${imported.url}" rel="nofollow ugc noopener"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</p>
        ${address && ens && ensLine(texts, { name, address, ens })}
        <p class="comment-date">${isAlone ? date : links}</p>
      </header>
      <div ${attributes({ class: "column e-content", lang })}>${prose({ html: renderComment(markdown) })}</div>
    </article>
  `;
}

/** The ENS name of the signer, beside the address. */
function ensLine(
  texts: View["messages"]["conversation"],
  { name, address, ens }: { name: string; address: Address; ens: SiteEnsName },
): Html {
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`;
  return html`<p class="ens" title="${texts.ens}"><bdi>${ens.name}</bdi> ${name !== short && html`<code>${short}</code>`}</p>`;
}

/** A mention by a page of another site: its words as plain text, and where they are. */
function mentionArticle(
  messages: View["messages"],
  { id, name, at, markdown: text }: SiteComment,
  { kind, source, authorUrl }: SiteMention,
): Html {
  const anchor = `comment-${id}`;
  const texts = messages.mention;
  const author = html`<bdi class="p-name">${name}</bdi>`;
  const home =
    authorUrl && html`<a class="u-url" href="${authorUrl}" rel="nofollow ugc noopener">${author}</a>`;
  return html`
    <article class="comment mention row u-comment h-cite" id="${anchor}">
      <header class="margin">
        <span class="avatar" aria-hidden="true">${[...name][0]}</span>
        <p class="by p-author h-card">${home || author}</p>
        <p class="comment-date">
          <a href="${`#${anchor}`}">${time(at, messages.day(at))}</a> <span class="beside">${texts.unsigned}</span>
        </p>
      </header>
      <div class="column">
        <p class="mention-of">
          ${texts[kind]} <a class="u-url" href="${source}" rel="nofollow ugc noopener">${new URL(source).host}</a>
        </p>
        ${text !== "" && html`<p class="mention-text p-content">${text}</p>`}
      </div>
    </article>
  `;
}
