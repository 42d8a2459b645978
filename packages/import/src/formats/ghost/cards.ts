import { escapeHtml } from "@freehold/protocol/internal";
import MarkdownIt from "markdown-it";
import { listOf, objectOf, textOr } from "../read-text.ts";

/** A card of Ghost's editors: a picture, a bookmark, a part in HTML or Markdown. */
export type CardContent = Readonly<Record<string, unknown>>;

/** The HTML of a card as Ghost's own themes show it; empty for one that has no words: a paywall, a form to sign up. */
export function cardToHtml(type: string, card: CardContent): string {
  const text = (name: string) => escapeHtml(textOr(card[name]));
  const caption = card.caption ? `<figcaption>${textOr(card.caption)}</figcaption>` : "";
  switch (type) {
    case "image":
      return `<figure><img src="${text("src")}" alt="${text("alt") || text("altText")}">${caption}</figure>`;
    case "gallery":
      return (
        listOf(card.images)
          .map(
            (image) =>
              `<figure><img src="${escapeHtml(textOr(image.src))}" alt="${escapeHtml(textOr(image.alt))}"></figure>`,
          )
          .join("") + caption
      );
    case "html":
      return textOr(card.html);
    case "markdown":
    case "card-markdown":
      return new MarkdownIt({ html: true }).render(textOr(card.markdown));
    case "code":
    case "codeblock":
      return `<pre><code class="language-${text("language")}">${text("code")}</code></pre>`;
    case "hr":
    case "horizontalrule":
      return "<hr>";
    case "bookmark": {
      const metadata = objectOf(card.metadata);
      const title = escapeHtml(textOr(metadata.title)) || text("url");
      return `<p><a href="${text("url")}">${title}</a></p>${caption}`;
    }
    case "embed":
      return textOr(card.html).includes("<iframe")
        ? `${textOr(card.html)}${caption}`
        : `<p><a href="${text("url")}">${text("url")}</a></p>${caption}`;
    case "callout":
      return `<div class="kg-callout-card"><div>${text("calloutEmoji")}</div><div>${textOr(card.calloutText)}</div></div>`;
    case "toggle":
      return `<details><summary>${textOr(card.heading)}</summary>${textOr(card.content)}</details>`;
    case "video":
    case "audio":
    case "file":
      return `<p><a href="${text("src")}">${text("title") || text("fileTitle") || text("fileName") || text("src")}</a></p>${caption}`;
    case "button":
      return `<p><a href="${text("buttonUrl")}">${text("buttonText")}</a></p>`;
    case "header":
      return `<h2>${textOr(card.header) || text("header")}</h2><p>${textOr(card.subheader)}</p>`;
    case "product":
      return `<h4>${textOr(card.productTitle)}</h4>${textOr(card.productDescription)}`;
    default:
      return "";
  }
}
