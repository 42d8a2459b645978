import { KiB, MiB } from "@freehold/protocol/internal";
import type sanitizeHtml from "sanitize-html";
import { sanitise } from "#sanitiser";
import { names } from "./allowed-markup.ts";
import { boundFor, type OutputBound } from "./bound-output.ts";
import { ForeignMedia, mediaTags } from "./foreign-media.ts";
import { textLimits } from "./limits.ts";
import { sourcePerExcerpt } from "./render-markdown.ts";

const feedMultiple = 8; // markup of an entry, as a multiple of its source, in addition to `feedExtra`
const feedExtra = 16 * KiB;
const feedMost = 4 * MiB; // markup of any entry

interface ForeignText {
  /** The base of relative links. */
  readonly baseUrl: string;
  /** About how many characters are shown; all of them without. */
  readonly excerpt?: number | undefined;
  /** The text of the link to a picture that says nothing of itself. */
  readonly pictureText: string;
}

const kept = names(`
  p br hr blockquote pre code kbd samp em strong b i s u del ins sub sup small mark q cite abbr ul ol li dl dt dd
  a h2 h3 h4 h5 h6 figure figcaption table thead tbody tr th td details summary div span
`);

/**
 * Renders HTML of somebody else, such as that of a feed, as safe HTML. Nothing in it is loaded from elsewhere: pictures,
 * sounds and frames become links to them. Its markup is at most as large as `markupBound` says, and an excerpt as
 * `feedExcerptMultiple` does; beyond that, and deeper than elements may be nested, the text stays without elements.
 */
export function renderForeign(html: string, text: ForeignText): string {
  const { excerpt } = text;
  if (excerpt === undefined) return clean(html, text);
  // The part that is cut off need not be cleaned: take twice as much each time, until there is enough.
  for (let length = excerpt * sourcePerExcerpt; ; length *= 2) {
    const { html: short, isOver } = cut(clean(html.slice(0, length), text), excerpt);
    if (isOver || length >= html.length) return short;
  }
}

/** The largest markup of a text (decision 0030): honest HTML with relative addresses becomes twice as long. */
export const markupBound: OutputBound = {
  multiple: feedMultiple,
  extra: feedExtra,
  most: feedMost,
};

function clean(html: string, { baseUrl, pictureText }: ForeignText): string {
  let links = 0;
  let left = boundFor(html, markupBound);
  const base = baseUrl.length <= textLimits.addressLength && URL.canParse(baseUrl) ? baseUrl : undefined;
  const files = new ForeignMedia();
  const link = (href: string | undefined, text?: string): sanitizeHtml.Tag => {
    const address = resolve(href, base);
    if (address === null || (text !== undefined ? links > 0 : files.isWithinLink))
      return { tagName: "span", attribs: {}, ...(text && { text }) };
    const attribs = { href: address, rel: "noopener noreferrer nofollow" };
    return { tagName: "a", attribs, ...(text && { text }) };
  };
  const media: sanitizeHtml.Transformer = (tag, attributes) => {
    const isPicture = /^(?:img|image|amp-img)$/.test(tag);
    const own = (attributes.alt || attributes.title || attributes["aria-label"] || "").trim();
    const address = files.addressOf(tag, attributes);
    // Its content stays, and the words that stand for a picture. It keeps its name, or the next element would end with another.
    if (address === null && (!isPicture || own === "")) return { tagName: tag, attribs: {} };
    const text = own || (isPicture ? pictureText : (resolve(address ?? "", base) ?? ""));
    left -= text.length;
    return link(address ?? undefined, own || left >= 0 ? text : "");
  };
  return sanitise(html, {
    allowedTags: kept,
    allowedAttributes: {
      a: ["href", "rel", "title"],
      ol: ["start"],
      td: ["colspan", "rowspan"],
      th: ["colspan", "rowspan"],
    },
    allowedClasses: {},
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    nonTextTags: names(`script style textarea option template title ${isFallback(html) ? "" : "noscript"}`),
    onOpenTag: (name) => {
      if (name === "a") links += 1;
      files.opened(name);
    },
    onCloseTag: (name) => {
      if (name === "a") links = Math.max(0, links - 1);
      files.closed(name);
    },
    transformTags: {
      a: (_tag, { href }) => link(href),
      ...Object.fromEntries(names(mediaTags).map((tag) => [tag, media])),
      // The title of the entry stands above them.
      h1: "h2",
      "*": (tagName, attribs) => {
        left -= lengthOf(tagName, attribs);
        return { tagName: left < 0 ? beyond : tagName, attribs };
      },
    },
  });
}

/** Whether pictures that a script would show are also there without it, and nowhere else. */
function isFallback(html: string): boolean {
  return (
    /<noscript[^<>]{0,200}>\s{0,50}<(?:img|picture|iframe|video)\b/i.test(html) &&
    !/\sdata-[a-z-]{0,20}src=/i.test(html)
  );
}

/** The name of no element: an element that is called so is left out, and its text stays. */
const beyond = "beyond";

/** Characters of the tags of an element, or a few more. */
function lengthOf(name: string, attribs: Readonly<Record<string, string>>): number {
  const values = Object.values(attribs).reduce((sum, value) => sum + value.length + 16, 0);
  return 2 * name.length + 5 + values;
}

/** The beginning of safe HTML, by the length of its text and of its markup. Elements behind it are left out. */
function cut(html: string, length: number): { html: string; isOver: boolean } {
  if (html.length <= length) return { html, isOver: false };
  let left = length;
  let markup = length * textLimits.feedExcerptMultiple;
  let isOver = false;
  const short = sanitise(html, {
    allowedTags: kept,
    allowedAttributes: false,
    textFilter(text) {
      if (isOver) return "";
      const shown = text.slice(0, Math.max(left, 0));
      left -= text.length;
      markup -= shown.length;
      if (left >= 0 && markup >= 0) return shown;
      isOver = true;
      // Not within an entity.
      return `${shown.replace(/&[a-z]{0,4}$/, "")}…`;
    },
    transformTags: {
      "*": (tagName, attribs) => {
        markup -= lengthOf(tagName, attribs);
        isOver ||= markup < 0;
        return { tagName: isOver ? beyond : tagName, attribs };
      },
    },
    exclusiveFilter: ({ tag, text }) => isOver && text.trim() === "" && tag !== "br" && tag !== "hr",
  });
  return { html: short, isOver };
}

function resolve(href: string | undefined, base: string | undefined): string | null {
  if (href === undefined || href.length > textLimits.addressLength) return null;
  const url = URL.parse(href.trim(), base);
  return url && /^(https?|mailto):$/.test(url.protocol) && url.href.length <= textLimits.addressLength
    ? url.href
    : null;
}
