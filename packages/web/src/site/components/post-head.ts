import { coverSizes } from "../../markdown/pictures/sizes.ts";
import { languageOfText } from "../../markdown/text/text-language.ts";
import { type Html, type HtmlValue, html } from "../html.ts";
import type { SitePost } from "../post.ts";
import type { OwnedView } from "../view.ts";
import { picture } from "./picture.ts";
import { postProof } from "./proof.ts";

/** The language of a post, by its text or its caption, for `lang`; null if it is unknown. */
export function languageOfPost(
  { markdown, caption, filename }: Pick<SitePost, "markdown" | "caption" | "filename">,
  { owner, messages }: Pick<OwnedView, "owner" | "messages">,
): string | null {
  return languageOfText(markdown ?? caption ?? filename ?? "", [owner.language, messages.language]);
}

/**
 * The head of a post above its text: title, standfirst, and one line with date, reading time and proof. A post without a
 * title has a hidden one for screen readers.
 *
 * @param title plain; `shown` is its markup, or null if the post has none
 * @param minutes of reading; 0 for a note
 * @param count of the comments, with a link to them
 */
export function postHead(
  view: OwnedView,
  post: SitePost,
  { title, shown, minutes, count }: { title: string; shown: HtmlValue; minutes: number; count: HtmlValue },
): Html {
  const { post: texts } = view.messages;
  const extent = [minutes > 0 && html`<span class="extent">${texts.minutes(minutes)}</span>`, count];
  return html`
    <header class="post-head row">
      <div class="column">
        ${shown ? html`<h1 class="${classOfTitle(title, "p-name")}" dir="auto">${shown}</h1>` : html`<h1 class="unseen">${title}</h1>`}
        ${post.excerpt && html`<p class="standfirst p-summary" dir="auto">${post.excerpt}</p>`}
        ${!post.isPage && html`<div class="post-line">${postProof(view, post, extent)}</div>`}
      </div>
    </header>
    ${postCover(post)}
  `;
}

/** Widths of a Latin letter from which on a title is set in smaller letters. */
const longTitle = 110;

/** The class of a large title, and that of a long one. A Chinese character is as wide as two Latin letters. */
export function classOfTitle(title: string, name: string): string {
  const width = title.length + (title.match(/[\u2e80-\uffff]/g)?.length ?? 0);
  return width > longTitle ? `${name} is-long` : name;
}

/** The picture above a text, wider than the text. */
function postCover({ cover }: SitePost): HtmlValue {
  if (cover === null) return null;
  const image = picture({ src: cover.path, alt: "", known: cover }, { eager: true, sizes: coverSizes });
  return html`<figure class="cover">${image}</figure>`;
}
