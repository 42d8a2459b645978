import { escapeHtml } from "@freehold/protocol/internal";

/**
 * Finds the file of a link as it stands in a page; null for an address elsewhere, and undefined for an address without a
 * file.
 */
export type Resolve = (link: string) => Promise<string | null | undefined>;

const tags = /<(?:a|area|audio|img|link|script|source|track|video)\s[^<>]*>/g;
const links = /\s(href|src|srcset|poster)="([^"]*)"/g;

/**
 * Turns every link of a page into one that `resolve` gives. Values of attributes are escaped by the templates and the sanitiser,
 * so that only real tags match.
 */
export function rewriteHtml(html: string, resolve: Resolve): Promise<string> {
  return replaceAsync(html, tags, async ([tag]) => {
    if (/^<link\s[^<>]*rel="canonical"/.test(tag)) return tag;
    return await replaceAsync(tag, links, async ([all, name, value = ""]) => {
      const made = name === "srcset" ? await rewriteSet(value, resolve) : await rewriteOne(value, resolve);
      return made === value ? all : ` ${name}="${made}"`;
    });
  });
}

async function rewriteOne(value: string, resolve: Resolve): Promise<string> {
  const found = await resolve(readValue(value));
  return typeof found === "string" ? escapeHtml(found) : value;
}

async function rewriteSet(value: string, resolve: Resolve): Promise<string> {
  const parts = value.split(/,\s+/).map(async (part) => {
    const [link = "", ...width] = part.trim().split(/\s+/);
    return [await rewriteOne(link, resolve), ...width].join(" ");
  });
  return (await Promise.all(parts)).join(", ");
}

/** Turns the addresses of a stylesheet. */
export function rewriteCss(css: string, resolve: Resolve): Promise<string> {
  return replaceAsync(css, /url\((["']?)([^"'()]+)\1\)/g, async ([all, quote, value = ""]) => {
    const found = await resolve(value);
    return typeof found === "string" ? `url(${quote}${found}${quote})` : all;
  });
}

/** Turns the absolute addresses of the site in a feed, a sitemap or the head of a page; they may be escaped, even twice. */
export function rewriteAddresses(text: string, base: string, resolve: Resolve): Promise<string> {
  const start = base.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = new RegExp(`${start}(/(?:(?!&(?:amp;)*(?:quot|lt|gt|apos|#x27);)[^\\s"'<>\\\\])*)`, "g");
  return replaceAsync(text, whole, async ([all, path = ""]) => {
    const found = await resolve(path.replace(/&(?:amp;)+/g, "&"));
    return typeof found === "string" ? found : all;
  });
}

async function replaceAsync(
  text: string,
  pattern: RegExp,
  replace: (match: RegExpMatchArray) => Promise<string>,
): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), await replace(match));
    end = match.index + match[0].length;
  }
  return parts.join("") + text.slice(end);
}

const characters: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x27": "'" };

/** The text of an attribute. */
export function readValue(value: string): string {
  return value.replace(/&(lt|gt|quot|amp|#x27);/g, (_all, name: string) => characters[name] ?? "");
}
