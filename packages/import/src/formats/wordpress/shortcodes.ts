import { escapeHtml } from "@freehold/protocol/internal";
import { asciiLower } from "../../ascii-lower.ts";
import { isBlockShortcode, linkOfShortcode, wordsOfShortcode } from "./builders.ts";
import { replaceCode } from "./code-shortcodes.ts";
import { mapProse } from "./paragraphs.ts";

/** The references of shortcodes. */
export interface ShortcodeContext {
  /** The address, the description and the caption (HTML) of an attachment, by its id; null for none. */
  readonly attachment: (id: string) => Readonly<Record<"url" | "alt" | "caption", string>> | null;
  /** The ids of the pictures that were uploaded to this post, for a gallery that names none. */
  readonly own: () => readonly string[];
  readonly notes: Set<string>;
}

const tag = /\[(\/?)([a-z][\w-]{0,60})((?:[\s=][^[\]]*)?)\]/gi;
const quoted = /"[^"]*"|'[^']*'/g;
const media = new Set(
  "youtube vimeo dailymotion soundcloud spotify tweet twitter instagram facebook gist embed video audio playlist flickr ted wpvideo iframe googlemaps slideshare".split(
    " ",
  ),
);
/** Elements of forums, which some sites let people write in posts. */
const bbcode: ReadonlyMap<string, string> = new Map([
  ["b", "strong"],
  ["i", "em"],
  ["u", "u"],
  ["s", "del"],
  ["strike", "del"],
  ["quote", "blockquote"],
  ["center", "div"],
]);

/**
 * Replaces the shortcodes of WordPress (developer.wordpress.org/plugins/shortcodes) by the HTML that they stand for. Those
 * of plugins are left out, and noted; other text in brackets stays text.
 */
export function replaceShortcodes(html: string, context: ShortcodeContext): string {
  return mapProse(replaceCode(html), (prose) => replaceIn(replaceFormulas(prose), context));
}

function replaceIn(text: string, context: ShortcodeContext): string {
  const lower = asciiLower(text);
  // The last closing that was found of each name, so that a text of opening ones takes linear time.
  const closings = new Map<string, number>();
  const findClosing = (name: string, from: number): number => {
    const known = closings.get(name);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const found = lower.indexOf(`[/${name}]`, from);
    closings.set(name, found);
    return found;
  };
  let result = "";
  let at = 0;
  for (const found of text.matchAll(tag)) {
    if (found.index < at) continue;
    const [whole, slash, written = "", attributeText = ""] = found;
    const name = written.toLowerCase();
    // Two brackets show one, and no shortcode.
    if (text[found.index - 1] === "[" && text[found.index + whole.length] === "]") continue;
    const inside = found.index + whole.length;
    const end =
      slash || (attributeText.endsWith("/") && !attributeText.startsWith("="))
        ? -1
        : findClosing(name, inside);
    const content = end < 0 || end > inside + longest ? null : text.slice(inside, end);
    const replaced = slash
      ? closing(name, context)
      : expand(written, { rest: attributeText, attributes: attributesOf(attributeText), content, context });
    if (replaced === null) continue;
    // The end of one and the beginning of the next separate words.
    const isBeside = slash && replaced.html === "" && text[inside] === "[";
    result += `${text.slice(at, found.index)}${isBeside ? " " : replaced.html}`;
    at = replaced.usesContent && content !== null ? end + name.length + 3 : inside;
  }
  return result + text.slice(at);
}

// The distance from its beginning at which a shortcode may end.
const longest = 100_000;

interface Shortcode {
  /** The settings as they are written. */
  readonly rest: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly content: string | null;
  readonly context: ShortcodeContext;
}
type Replaced = { readonly html: string; readonly usesContent: boolean } | null;

const wholly = (html: string): Replaced => ({ html, usesContent: true });

function expand(written: string, { rest, attributes, content, context }: Shortcode): Replaced {
  const name = written.toLowerCase();
  // Only the values of settings hold tags.
  if (/[<>]/.test(rest.replace(quoted, ""))) return null;
  if (/^(?:wp_)?caption$/.test(name) && content !== null)
    return wholly(caption(content, attributes.get("caption")));
  if (name === "gallery") return wholly(gallery(attributes, context));
  if (name === "playlist" && attributes.has("ids")) return wholly(playlist(attributes, context));
  if (name === "latex" && content !== null) return wholly(`<code class="formula">${content.trim()}</code>`);
  if (media.has(name)) {
    const address = findAddress(name, [content ?? "", ...attributes.values()]);
    return address === null
      ? unknown(name, attributes, context)
      : wholly(`\n\n<p><a href="${address}">${address}</a></p>\n\n`);
  }
  const element = bbcode.get(name);
  if (element !== undefined && content !== null) return wholly(`<${element}>${content}</${element}>`);
  if ((name === "url" || name === "email") && content !== null) {
    const address = attributes.get("0") ?? content.trim();
    return wholly(`<a href="${name === "email" ? "mailto:" : ""}${escapeHtml(address)}">${content}</a>`);
  }
  if (name === "img" && content !== null) return wholly(`<img src="${escapeHtml(content.trim())}" alt="">`);
  return content !== null || isShortcode(written, rest) ? unknown(name, attributes, context, content) : null;
}

/** Whether text in brackets that is not closed has the form of a shortcode: it is in small letters, and has settings and no words beside them. */
function isShortcode(name: string, rest: string): boolean {
  if (/[A-Z]/.test(name)) return false;
  const settings = rest.replace(quoted, "").replaceAll(" =", "=").replaceAll("= ", "=").trim().split(/\s+/);
  return rest.includes("=") && settings.every((one) => one.includes("=") || one === "/" || one === "");
}

/** The end of a shortcode whose beginning was left out. */
function closing(name: string, { notes }: ShortcodeContext): Replaced {
  return notes.has(noteOf(name)) ? { html: isBlockShortcode(name) ? "\n\n" : "", usesContent: false } : null;
}

const noteOf = (name: string) => `The shortcode [${name}] was left out; the text in it was kept.`;

function unknown(
  name: string,
  attributes: ReadonlyMap<string, string>,
  { notes, attachment }: ShortcodeContext,
  content: string | null = null,
): Replaced {
  notes.add(noteOf(name));
  const button = content !== null && /button|btn/.test(name) ? linkOfShortcode(attributes) : null;
  if (button !== null && content?.trim())
    return wholly(`\n\n<p><a href="${escapeHtml(button)}">${content.trim()}</a></p>\n\n`);
  const words = wordsOfShortcode(name, attributes, (id) => attachment(id)?.url ?? null);
  return {
    html: isBlockShortcode(name) ? `\n\n${words}` : words === "" ? "" : `${words} `,
    usesContent: false,
  };
}

function caption(content: string, written: string | undefined): string {
  const [picture = ""] = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(content) ?? [];
  const words = written ?? content.replace(picture, "").trim();
  return `\n\n<figure>${picture}<figcaption>${words}</figcaption></figure>\n\n`;
}

function gallery(
  attributes: ReadonlyMap<string, string>,
  { attachment, own, notes }: ShortcodeContext,
): string {
  const ids = (attributes.get("ids") ?? attributes.get("include"))?.split(/[\s,]+/) ?? own();
  const pictures = ids.slice(0, 500).flatMap((id) => {
    const found = attachment(id);
    if (found === null) notes.add(`The picture ${id} of a gallery is not in the export.`);
    return found ?? [];
  });
  const shown = pictures.map(({ url, alt, caption }) => {
    const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
    return `<figure>${image}<figcaption>${caption}</figcaption></figure>`;
  });
  return `\n\n<figure>${shown.join("")}</figure>\n\n`;
}

/** The sounds or videos of a playlist, one after the other. */
function playlist(attributes: ReadonlyMap<string, string>, { attachment, notes }: ShortcodeContext): string {
  const ids = attributes.get("ids")?.split(/[\s,]+/) ?? [];
  const tags = ids.slice(0, 500).flatMap((id) => {
    const found = attachment(id);
    if (found === null) notes.add(`The file ${id} of a playlist is not in the export.`);
    return found === null ? [] : [`<audio src="${escapeHtml(found.url)}"></audio>`];
  });
  return `\n\n${tags.join("\n\n")}\n\n`;
}

function findAddress(name: string, texts: readonly string[]): string | null {
  for (const text of texts) {
    const [address] = /https?:\/\/[^\s<>"'\]]+/.exec(text) ?? [];
    if (address) return address.replaceAll("&amp;", "&").replaceAll("&", "&amp;");
  }
  const id = texts.map((text) => text.trim()).find((text) => /^[\w-]{6,20}$/.test(text));
  if (!id) return null;
  if (name === "youtube") return `https://www.youtube.com/watch?v=${id}`;
  return name === "vimeo" ? `https://vimeo.com/${id}` : null;
}

/** Attributes by name; those without a name by their number. */
function attributesOf(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, quoted, single, bare, alone] of text
    .replace(/^=/, "")
    .matchAll(/([\w-]{1,60})\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([^\s]+)/g))
    attributes.set(name?.toLowerCase() ?? String(attributes.size), quoted ?? single ?? bare ?? alone ?? "");
  return attributes;
}

/** `$latex …$`, as WordPress.com writes formulas. */
function replaceFormulas(text: string): string {
  return text.replace(
    /\$latex\s([^$\n]{1,2000})\$/g,
    (_all, formula: string) => `<code class="formula">${formula.trim()}</code>`,
  );
}
