import { languageOfText } from "../../markdown/text/text-language.ts";
import { attributes, type Html, html } from "../html.ts";
import { pathOfPost, type SitePost } from "../post.ts";
import type { OwnedView } from "../view.ts";
import { openingOf, pictureOf } from "./opening.ts";
import { picture } from "./picture.ts";
import { seal, time } from "./proof.ts";

/** CSS pixels of a tile, as `themes/photographs.css` has it: the longer side of a picture is wider than the tile that it fills. */
const tileSide = 400;

/** Posts as tiles: a post with a picture shows it, another one its first words. */
export function grid(view: OwnedView, posts: readonly SitePost[]): Html {
  return html`<ol class="tiles">${posts.map((post, at) => tile(view, post, at < 2))}</ol>`;
}

function tile(view: OwnedView, post: SitePost, isFirst: boolean): Html {
  const { messages, owner } = view;
  const at = post.publishedAt;
  const { title, summary } = openingOf(post, view);
  const image = pictureOf(post);
  const lang = languageOfText(title, [owner.language, messages.language]);
  const sizes = image && `${Math.round(tileSide * Math.max(1, image.known.width / image.known.height))}px`;
  return html`
    <li ${attributes({ class: image ? "h-entry" : "h-entry words", lang })}>
      ${image && sizes && picture(image, { sizes, eager: isFirst })}
      <a class="u-url" href="${pathOfPost(post)}"><bdi class="p-name">${title}</bdi></a>
      ${!image && summary && html`<p class="p-summary" dir="auto">${summary}</p>`}
      <span class="when">${time(at, messages.day(at))}${post.proof && seal(post, messages)}</span>
    </li>
  `;
}
