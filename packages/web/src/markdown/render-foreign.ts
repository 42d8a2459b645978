import type sanitizeHtml from "sanitize-html";
import { sanitise } from "#sanitiser";
import { names } from "./allowed-markup.ts";

interface ForeignText {
  /** What relative links start from. */
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
 * HTML of somebody else, as a feed has it, as safe HTML. Nothing in it is loaded from elsewhere: pictures, sounds and frames
 * become links to them.
 */
export function renderForeign(html: string, { baseUrl, excerpt, pictureText }: ForeignText): string {
  let links = 0;
  const link = (href: string | undefined, text?: string): sanitizeHtml.Tag => {
    const address = resolve(href, baseUrl);
    if (address === null || (text !== undefined && links > 0))
      return { tagName: "span", attribs: {}, ...(text && { text }) };
    const attribs = { href: address, rel: "noopener noreferrer nofollow" };
    return { tagName: "a", attribs, ...(text && { text }) };
  };
  const media: sanitizeHtml.Transformer = (tag, { src, alt, title }) =>
    link(src, (alt || title || "").trim() || (tag === "img" ? pictureText : (resolve(src, baseUrl) ?? "")));
  const safe = sanitise(html, {
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
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "title"],
    onOpenTag: (name) => {
      if (name === "a") links += 1;
    },
    onCloseTag: (name) => {
      if (name === "a") links = Math.max(0, links - 1);
    },
    transformTags: {
      a: (_tag, { href }) => link(href),
      ...Object.fromEntries(names("img iframe video audio embed").map((tag) => [tag, media])),
      // The title of the entry stands above them.
      h1: "h2",
    },
  });
  return excerpt === undefined ? safe : cut(safe, excerpt);
}

/** The beginning of safe HTML, by the length of its text. What would be left empty goes. */
function cut(html: string, length: number): string {
  if (html.length <= length) return html;
  let left = length;
  let isOver = false;
  const short = sanitise(html, {
    allowedTags: kept,
    allowedAttributes: false,
    textFilter(text) {
      const shown = text.slice(0, Math.max(left, 0));
      left -= text.length;
      if (left >= 0 || isOver) return shown;
      isOver = true;
      return `${shown}…`;
    },
    exclusiveFilter: ({ tag, text }) => isOver && left < 0 && text.trim() === "" && tag !== "br",
  });
  return short;
}

function resolve(href: string | undefined, base: string): string | null {
  const url = href === undefined ? null : URL.parse(href.trim(), URL.canParse(base) ? base : undefined);
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : null;
}
