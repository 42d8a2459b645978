import { player, playerOf } from "../../markdown/players.ts";
import { type RenderedMarkdown, renderMarkdown } from "../../markdown/render-markdown.ts";
import { attributes, type Html, type HtmlValue, html, raw } from "../html.ts";
import { isPicture, pathOfContent, pathOfDiagrams, pathOfPost, type SitePost } from "../post.ts";
import { addressesOfSite, baseOf, type OwnedView, type View } from "../view.ts";
import { picture } from "./picture.ts";
import { languageOfPost } from "./post-head.ts";
import { postDate } from "./proof.ts";

/** About how many characters of a post a list shows; a shorter post is shown whole. */
export const entryExcerpt = 400;

/** A post in a list of posts (microformats: an `h-entry`). */
export function entry(post: SitePost, view: OwnedView): Html {
  const path = pathOfPost(post);
  const isFile = post.kind === "FILE";
  return html`
    <article ${attributes({ class: "entry row h-entry", lang: languageOfPost(post, view) })}>
      <a class="margin" href="${path}">${postDate(post, view)}</a>
      ${microformats(view, { path, title: isFile ? post.caption || post.filename : null })}
      <div class="column">${isFile ? postFile(post, view) : excerptOf(post, path, view)}</div>
    </article>
  `;
}

function excerptOf(post: SitePost, path: string, view: OwnedView): HtmlValue {
  const { messages, theme } = view;
  if (post.markdown === null) return html`<p><a href="${path}">${messages.home.longText}</a></p>`;
  const text = renderMarkdown(post.markdown, {
    excerpt: entryExcerpt,
    headingShift: 1,
    omitTitle: true,
    messages,
    language: languageOfPost(post, view),
    parts: post.parts,
    name: String(post.id),
    page: path as `/${string}`,
    ...addressesOfSite(view.owner),
    diagrams: { path: pathOfDiagrams(post), theme },
  });
  return [
    text.titleHtml && html`<h2 class="p-name" dir="auto"><a href="${path}">${raw(text.titleHtml)}</a></h2>`,
    prose(text, text.cut ? "prose p-summary" : "prose e-content"),
    text.cut && html`<p class="more"><a href="${path}">${messages.home.readOn}</a></p>`,
  ];
}

/** Rendered Markdown, which the sanitiser has passed. */
export function prose({ html: markup }: Pick<RenderedMarkdown, "html">, className = "prose"): Html {
  return html`<div class="${className}">${raw(markup)}</div>`;
}

/**
 * Marks for programs (microformats) that readers see elsewhere on the page: address, title and author.
 *
 * @param title null if the post shows it, or has none
 */
export function microformats(
  { owner }: Pick<OwnedView, "owner">,
  { path, title }: { path: string; title: string | null },
): Html {
  const base = baseOf(owner);
  return html`
    <span hidden="">
      <data class="u-url u-uid" value="${`${base}${path}`}"></data>
      ${title && html`<data class="p-name" value="${title}"></data>`}
      <span class="p-author h-card">
        <data class="p-name" value="${owner.title}"></data>
        <data class="u-url" value="${`${base}/`}"></data>
        ${owner.avatar && html`<data class="u-photo" value="${`${base}${owner.avatar.large}`}"></data>`}
      </span>
    </span>
  `;
}

/** A file: a picture, a player, or a link to it; the caption below. */
export function postFile(post: SitePost, view: View, { eager = false } = {}): Html {
  return html`
    <figure class="e-content">
      ${fileElement(post, view, eager)}
      ${post.caption && html`<figcaption>${post.caption}</figcaption>`}
    </figure>
  `;
}

function fileElement(post: SitePost, { messages }: View, eager: boolean): Html {
  const path = pathOfContent(post);
  const { mediaType, caption } = post;
  if (isPicture(post)) {
    const known = post.parts.pictures.get(path);
    const image = picture({ src: path, alt: caption ?? "", known }, { eager });
    return html`<a href="${path}">${image}</a>`;
  }
  const shown = player({ path, mediaType }, { className: `u-${playerOf(mediaType)}` });
  if (shown !== null) return raw(shown);
  return html`
    <a class="file" href="${path}">
      <span class="file-name">${post.filename ?? messages.post.file}</span>
      <span class="file-size">${messages.size(post.size)}</span>
    </a>
  `;
}
