import { escapeHtml, isRecord } from "@freehold/protocol/internal";
import { listOf, objectOf, textOr } from "../read-text.ts";
import { markdownCardToHtml } from "./markdown-card.ts";

/** A card of Ghost's editors: a picture, a bookmark, a part in HTML or Markdown. */
export type CardContent = Readonly<Record<string, unknown>>;

/**
 * The HTML of a card as Ghost itself renders it for the web, without what only a style needs, so that a post that the editor saved reads as
 * one that Ghost rendered. Empty for a card of mails, for a part that no visitor of the site sees, and for one that has no words.
 */
export function cardToHtml(type: string, card: CardContent): string {
  if (!isOnSite(card.visibility) || ofMails.has(type)) return "";
  return renderers[type]?.(card) ?? textOr(card.html);
}

/** Cards that the site does not show. One that a later version has may have HTML of its own. */
const ofMails = new Set(["email", "email-cta", "paywall"]);

/** Whether somebody sees a card on the site: all forms of the editor's choice, of which older ones knew the site and mails alone. */
function isOnSite(visibility: unknown): boolean {
  if (!isRecord(visibility)) return true;
  const { web, emailOnly, showOnWeb } = visibility;
  if (emailOnly === true || showOnWeb === false) return false;
  return !isRecord(web) || web.nonMember !== false || web.memberSegment !== "";
}

const plain = (card: CardContent, name: string) => escapeHtml(textOr(card[name]));

const captionOf = (card: CardContent) => {
  const caption = textOr(card.caption);
  return caption === "" ? "" : `<figcaption>${caption}</figcaption>`;
};

const widths: ReadonlyMap<unknown, string> = new Map(
  ["wide", "full"].map((width) => [width, ` class="kg-width-${width}"`]),
);

const figure = (inner: string, card: CardContent, width: unknown = null) =>
  inner === "" ? "" : `<figure${widths.get(width) ?? ""}>${inner}${captionOf(card)}</figure>`;

const link = (address: string, inner: string) =>
  address === "" || inner === "" ? inner : `<a href="${address}">${inner}</a>`;

function picture(card: CardContent): string {
  const src = plain(card, "src");
  const image = `<img src="${src}" alt="${plain(card, "alt") || plain(card, "altText")}">`;
  return src === "" ? "" : link(plain(card, "href"), image);
}

/** A picture that is a part of a card and has no description. */
const partPicture = (address: string) => (address === "" ? "" : `<div><img src="${address}" alt=""></div>`);

function button(card: CardContent, { text, url }: { readonly text: string; readonly url: string }): string {
  const [words, address] = [plain(card, text), plain(card, url)];
  return words === "" || address === "" ? "" : `<p>${link(address, words)}</p>`;
}

const inDiv = (html: string) => (html === "" ? "" : `<div>${html}</div>`);

type Renderer = (card: CardContent) => string;

const code: Renderer = (card) =>
  figure(`<pre><code class="language-${plain(card, "language")}">${plain(card, "code")}</code></pre>`, card);

function bookmark(card: CardContent): string {
  const metadata = { ...card, ...objectOf(card.metadata) };
  const url = plain(card, "url") || plain(metadata, "url");
  const part = (name: string, content: string) =>
    content === "" ? "" : `<div class="kg-bookmark-${name}">${content}</div>`;
  const parts = [
    part("title", plain(metadata, "title") || url),
    part("description", plain(metadata, "description")),
    part("author", plain(metadata, "publisher")),
    part("publisher", plain(metadata, "author")),
  ];
  return url === ""
    ? ""
    : figure(`<a class="kg-bookmark-container" href="${url}">${parts.join("")}</a>`, card);
}

function embed(card: CardContent): string {
  const url = plain(card, "url");
  return figure(textOr(card.html) || (url === "" ? "" : `<p>${link(url, url)}</p>`), card);
}

function callout(card: CardContent): string {
  const emoji = plain(card, "calloutEmoji");
  return `<div class="kg-callout-card">${emoji === "" ? "" : `<div>${emoji}</div>`}<div>${textOr(card.calloutText)}</div></div>`;
}

function video(card: CardContent): string {
  const src = plain(card, "src");
  return src === "" ? "" : figure(`<video src="${src}"></video>`, card);
}

function audio(card: CardContent): string {
  const [src, title] = [plain(card, "src"), plain(card, "title")];
  return src === "" ? "" : inDiv(`<audio src="${src}"></audio><div>${title}</div>`);
}

function file(card: CardContent): string {
  const part = (name: string, content: string) => `<div class="kg-file-card-${name}">${content}</div>`;
  const parts = [
    part("title", plain(card, "fileTitle") || plain(card, "fileName")),
    part("caption", plain(card, "fileCaption")),
  ];
  const src = plain(card, "src");
  return src === "" ? "" : `<div><a class="kg-file-card-container" href="${src}">${parts.join("")}</a></div>`;
}

function header(card: CardContent): string {
  const below = Number(card.version) === 2 ? "p" : "h3";
  const [title, subtitle] = [textOr(card.header), textOr(card.subheader)];
  return inDiv(
    [
      Number(card.version) === 2 ? partPicture(plain(card, "backgroundImageSrc")) : "",
      title === "" ? "" : `<h2>${title}</h2>`,
      subtitle === "" ? "" : `<${below}>${subtitle}</${below}>`,
      card.buttonEnabled === true ? button(card, { text: "buttonText", url: "buttonUrl" }) : "",
    ].join(""),
  );
}

/** The words around the form, which itself leads nowhere here. */
function signup(card: CardContent): string {
  const parts = [
    ["h2", textOr(card.header)],
    ["p", textOr(card.subheader)],
    ["p", textOr(card.disclaimer)],
  ].map(([tag, html]) => (html === "" ? "" : `<${tag}>${html}</${tag}>`));
  return inDiv(`${parts.join("")}<form></form>`);
}

function product(card: CardContent): string {
  const [title, description] = [textOr(card.productTitle), textOr(card.productDescription)];
  return inDiv(
    [
      partPicture(plain(card, "productImageSrc")),
      title === "" ? "" : `<h4>${title}</h4>`,
      inDiv(description),
      card.productButtonEnabled === true ? button(card, { text: "productButton", url: "productUrl" }) : "",
    ].join(""),
  );
}

function callToAction(card: CardContent): string {
  const words = { text: "buttonText", url: "buttonUrl" };
  const shown = card.showButton === true ? button(card, words) : "";
  const image = plain(card, "imageUrl");
  const shownPicture = image === "" ? "" : `<img src="${image}" alt="">`;
  return inDiv(
    [
      card.hasSponsorLabel === true ? inDiv(textOr(card.sponsorLabel)) : "",
      inDiv(shown === "" ? shownPicture : link(plain(card, "buttonUrl"), shownPicture)),
      inDiv(textOr(card.textValue)),
      shown,
    ].join(""),
  );
}

function beforeAfter(card: CardContent): string {
  const images = [objectOf(card.afterImage), objectOf(card.beforeImage)].map(picture);
  return textOr(card.html) !== ""
    ? figure(textOr(card.html), card, card.cardWidth)
    : figure(images.map((one) => inDiv(one)).join(""), card, card.cardWidth);
}

/** By the names of cards in both editors. A card of mails (`email`, `email-cta`) and a paywall have none. */
const renderers: Readonly<Record<string, Renderer>> = {
  image: (card) => figure(picture(card), card, card.cardWidth),
  gallery: (card) =>
    figure(
      listOf(card.images)
        .map(picture)
        .map((one) => inDiv(one))
        .join(""),
      card,
      "wide",
    ),
  "before-after": beforeAfter,
  html: (card) => textOr(card.html),
  markdown: (card) => markdownCardToHtml(textOr(card.markdown)),
  "card-markdown": (card) => markdownCardToHtml(textOr(card.markdown)),
  code,
  codeblock: code,
  hr: () => "<hr>",
  horizontalrule: () => "<hr>",
  bookmark,
  embed,
  callout,
  toggle: (card) => inDiv(`<h4>${textOr(card.heading)}</h4><div>${textOr(card.content)}</div>`),
  video,
  audio,
  file,
  button: (card) => inDiv(button(card, { text: "buttonText", url: "buttonUrl" })),
  header,
  signup,
  product,
  "call-to-action": callToAction,
};
