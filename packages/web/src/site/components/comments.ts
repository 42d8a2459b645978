import type { Address } from "@freehold/protocol";
import { inlineSvg } from "../../drawings/drawing.ts";
import { drawPortrait } from "../../drawings/portrait.ts";
import { renderComment } from "../../markdown/render-comment.ts";
import { languageOfText } from "../../markdown/text/text-language.ts";
import { attributes, type Html, type HtmlValue, html } from "../html.ts";
import type { SiteEnsName, View } from "../view.ts";
import { type CommentInput, commentForm } from "./comment-form.ts";
import { prose } from "./entry.ts";
import { portrait } from "./header.ts";
import { pagerLink, quietRow } from "./list.ts";
import { time } from "./proof.ts";

/** A comment as pages show it. */
export interface SiteComment {
  readonly id: number;
  readonly name: string;
  /** The address of the wallet that signed it; null for a comment by email. */
  readonly address: Address | null;
  readonly ens: SiteEnsName | null;
  /** Milliseconds. */
  readonly at: number;
  readonly markdown: string;
  /** The page of another site that mentions the post, which nobody signed; its text is no Markdown. */
  readonly mention: SiteMention | null;
  /** Set where it came from another program with its post: nobody signed it, and `url` (http or https) is its author's word. */
  readonly imported: { readonly url: string | null } | null;
  /** The id of the comment that began the conversation in which it answers; null for a comment on the post. */
  readonly answers: number | null;
}

/** A mention by a page of another site. Its addresses are https. */
export interface SiteMention {
  readonly kind: "reply" | "like" | "repost" | "bookmark" | "mention";
  readonly source: string;
  readonly authorUrl: string | null;
}

/** A page of the comments of a post, oldest first, each with its answers after it. */
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
  const names = new Map(comments.map((comment) => [comment.id, comment.name]));
  const later = next && `${path}?comments=${encodeURIComponent(next)}#comments`;
  return html`
    <section class="comments" id="comments" aria-labelledby="comments-title">
      <div class="row">
        <h2 class="column" id="comments-title">${count > 0 ? texts.count(count) : texts.title}</h2>
      </div>
      ${pagerLink(isLater ? `${path}#comments` : null, "prev", texts.earlier)}
      <div class="comment-list">
        ${count === 0 && quietRow(texts.nothingYet)}
        ${comments.map((comment) => commentArticle(view, comment, { answered: names.get(comment.answers ?? 0) }))}
      </div>
      ${pagerLink(later, "next", texts.later)}
      ${input ? !view.isStatic && commentForm(view, input) : quietRow(texts.closedNow)}
    </section>
  `;
}

/** The number of comments, beside the post's date; nothing where there are none. */
export function commentCount({ messages }: View, { count }: SiteConversation): HtmlValue {
  return (
    count > 0 && html`<a class="comment-count" href="#comments">${messages.conversation.count(count)}</a>`
  );
}

/**
 * One comment (microformats: an `h-cite`), with its author in the margin.
 *
 * @param shown.answered the author of the comment that it answers, which stands above it
 */
export function commentArticle(
  view: View,
  comment: SiteComment,
  { isAlone = false, answered }: { isAlone?: boolean; answered?: string | undefined } = {},
): Html {
  const { messages, owner, isStatic } = view;
  const { id, name, address, at, markdown, mention, imported } = comment;
  const answer =
    answered !== undefined && html`<span class="unseen">${messages.conversation.answerTo(answered)}</span>`;
  if (mention) return mentionArticle(messages, comment, mention, answer);
  const { conversation: texts } = messages;
  const isOwner = owner !== null && address === owner.address;
  const anchor = `comment-${id}`;
  const lang = languageOfText(markdown, [messages.language, ...(owner ? [owner.language] : [])]);
  const date = time(at, messages.day(at));
  const by = html`<bdi class="p-name">${name}</bdi>`;
  const links = html`
    <a class="u-url" href="${`#${anchor}`}">${date}</a>
    ${imported && html`<span class="beside">${texts.imported}</span>`}
    ${!isStatic && !imported && !isOwner && html`<a class="own" href="${pathOfOwnComment(id)}" rel="nofollow" aria-label="${texts.yoursBy(name)}">${texts.yours}</a>`}
  `;
  return html`
    <article class="${classOf(answer)}" id="${anchor}">
      <header class="margin">
        ${avatarOf(view, comment)}
        <p class="by p-author h-card">${imported?.url ? html`<a class="u-url" href="${imported.url}" rel="nofollow ugc noopener">${by}</a>` : by} ${isOwner && html`<span class="by-author">${texts.author}</span>`}${answer}</p>
        ${address && !isOwner && comment.ens && ensLine(texts, { name, address, ens: comment.ens })}
        <p class="comment-date">${isAlone ? date : links}</p>
      </header>
      <div ${attributes({ class: "column e-content", lang })}>${prose({ html: renderComment(markdown) })}</div>
    </article>
  `;
}

const classOf = (answer: HtmlValue, kind = "") =>
  `comment${kind}${answer ? " answer" : ""} row u-comment h-cite`;

/** The picture of a comment's author: the owner's own, that of an ENS name, the portrait of an address, else a letter. */
function avatarOf({ owner, messages, isStatic }: View, { name, address, ens }: SiteComment): Html {
  const { signed } = messages.conversation;
  if (address === null) return letter(name);
  if (address === owner?.address) return portrait(owner, avatarSide, "avatar");
  return !isStatic && ens?.picture
    ? html`<img class="avatar" src="${ens.picture}" alt="${signed}" width="${avatarSide}" height="${avatarSide}" loading="lazy"/>`
    : inlineSvg(drawPortrait(address), "avatar", signed);
}

/** CSS pixels, as `comments.css` has them. */
const avatarSide = 36;

const letter = (name: string) => html`<span class="avatar" aria-hidden="true">${[...name][0]}</span>`;

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
  answer: HtmlValue,
): Html {
  const anchor = `comment-${id}`;
  const texts = messages.mention;
  const author = html`<bdi class="p-name">${name}</bdi>`;
  const home =
    authorUrl && html`<a class="u-url" href="${authorUrl}" rel="nofollow ugc noopener">${author}</a>`;
  return html`
    <article class="${classOf(answer, " mention")}" id="${anchor}">
      <header class="margin">
        ${letter(name)}
        <p class="by p-author h-card">${home || author} ${answer}</p>
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
