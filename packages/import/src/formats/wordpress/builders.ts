import { escapeHtml } from "@freehold/protocol/internal";

/** Shortcodes that stand around blocks: those of page builders, and others that are named so. */
const blockName =
  /^(?:vc|et|fusion|av|cs|mk|kc|tatsu|fl|x|themify|nectar|ultimate|dt|thb|qode|mkd|edgtf|eltd|bt|porto|wpb)_|row|col(?:umn)?|section|box|tab|toggle|accordion|text|block|panel|divider|spacer|heading|title|button|btn|alert|message|card|slide|item|container|wrap|half|third|fourth|team|testimonial|faq|pricing|cta|call|quote|list|clear|hr$/;
/** Shortcodes whose settings are no words of the page. */
const machinery =
  /form|slider|newsletter|mc4wp|login|register|cart|checkout|sitemap|recent|posts|related|share|social|icon|search|counter|map$|menu|widget/;
const wordsIn =
  /^(?:title|heading|subtitle|sub_?heading|h2|h4|text|content|caption|label|question|answer|description|quote|desc|header|button_?text|btn_?text|button_?one_text|button_?two_text|author_?name|alt)$/;
const linksIn =
  /^(?:link|url|href|button_?(?:url|link)|btn_?(?:url|link)|link_?url|website|src|video|video_?(?:url|link)|mp4|mp3|file|image_?url|image)$/;
const picture = /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i;

/** Whether words before and behind this shortcode belong to different paragraphs. */
export const isBlockShortcode = (name: string) => blockName.test(name);

/** The parts of an unknown shortcode that a reader saw: its words, the addresses of its buttons, its pictures. */
export function wordsOfShortcode(
  name: string,
  attributes: ReadonlyMap<string, string>,
  pictureOf: (id: string) => string | null,
): string {
  if (machinery.test(name) && !isBuilder(name)) return "";
  const words = new Set<string>();
  const links = new Set<string>();
  const pictures = new Set<string>();
  for (const [key, value] of attributes) {
    const text = value.trim();
    if (
      /^(?:image|images|img|img_?id|attachment_?id|ids|include|media)$/.test(key) &&
      /^[\d\s,]+$/.test(text)
    ) {
      for (const id of text.split(",", 200).map((one) => one.trim())) {
        const address = pictureOf(id);
        if (address !== null) pictures.add(address);
      }
    } else if (linksIn.test(key)) {
      const address = addressIn(text);
      if (address !== null) (picture.test(address) ? pictures : links).add(address);
    } else if (wordsIn.test(key) && text !== "" && !/^https?:\/\/\S+$/.test(text)) words.add(text);
  }
  const [text, ...others] = words;
  const [link, ...more] = links;
  const label = text ?? (link === undefined ? "" : link);
  const first = link === undefined ? label : `<a href="${escapeHtml(link)}">${label}</a>`;
  const parts = [
    ...[...pictures].map((address) => `<img src="${escapeHtml(address)}" alt="">`),
    first,
    ...others,
    ...more.map((address) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`),
  ].filter((part) => part !== "");
  return isBlockShortcode(name) ? parts.map((part) => `\n\n<p>${part}</p>\n\n`).join("") : parts.join(" ");
}

/** The address of a button; null for none. */
export function linkOfShortcode(attributes: ReadonlyMap<string, string>): string | null {
  for (const [key, value] of attributes) {
    const address = linksIn.test(key) ? addressIn(value.trim()) : null;
    if (address !== null) return address;
  }
  return null;
}

const isBuilder = (name: string) => /^(?:vc|et|fusion|av|cs|mk|kc|tatsu|nectar|su)_/.test(name);

/** An address, also one as WPBakery writes it: `url:https%3A%2F%2Fa.example|title:A`. */
function addressIn(text: string): string | null {
  const [, encoded] = /^url:([^|]*)/.exec(text) ?? [];
  const written = encoded === undefined ? text : decode(encoded);
  return /^(?:https?:\/\/|\/|mailto:|tel:)[^\s"'<>]+$/.test(written) ? written : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
