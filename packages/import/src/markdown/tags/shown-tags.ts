import { asciiLower } from "../../ascii-lower.ts";
import { searchForward } from "../../html/search-forward.ts";
import { findCodePlaces } from "./code-places.ts";

// A sign of no language within the braces of a tag, so that nothing takes it for one.
const guard = "\uE020";

const raw = /\{%-?\s{0,9}raw\s{0,9}-?%\}/g;
const endRaw = /\{%-?\s{0,9}endraw\s{0,9}-?%\}/g;
/** A tag of Hugo that is shown: the signs of a comment are within its braces. */
const shortcode = /\{\{([<%])\/\*([^{}]{0,1000}?)\*\/([>%])\}\}/g;

/**
 * Guards the tags that a generator shows as they stand, so that they are not taken for tags: between `raw` and `endraw` (Liquid,
 * Nunjucks), and those that Hugo has in a comment. The marks that say so are left out.
 *
 * @param options.readsCode the generator reads tags in blocks of code, too, as Liquid does
 */
export function guardShownTags(source: string, { readsCode }: { readsCode: boolean }): string {
  const text = source.replaceAll(guard, "").replace(shortcode, `{${guard}{$1$2$3}}`);
  if (text.search(raw) < 0) return text;
  const places = findCodePlaces(text);
  const parts: string[] = [];
  let at = 0;
  raw.lastIndex = 0;
  for (let opening = raw.exec(text); opening; opening = raw.exec(text)) {
    if (!readsCode && places.isCode(opening.index)) continue;
    const start = raw.lastIndex;
    endRaw.lastIndex = start;
    const closing = endRaw.exec(text);
    if (!closing) break;
    parts.push(
      text.slice(at, opening.index),
      text.slice(start, closing.index).replace(tagStart, `{${guard}`),
    );
    at = endRaw.lastIndex;
    raw.lastIndex = at;
  }
  raw.lastIndex = 0;
  return parts.join("") + text.slice(at);
}

const tagStart = /\{(?=[{%:])/g;

/** Guards what looks like a mark of Markdown or of a generator in the code of HTML. */
export function guardHtmlCode(text: string): string {
  const find = searchForward(asciiLower(text));
  const places = findCodePlaces(text);
  const parts: string[] = [];
  let at = 0;
  for (const { 1: name = "", index } of text.matchAll(/<(pre|code|xmp)(?=[\s>])/gi)) {
    const end = index < at || places.isCode(index) ? -1 : find(`</${name.toLowerCase()}`, index);
    if (end === -1) continue;
    parts.push(text.slice(at, index), guardSigns(text.slice(index, end)));
    at = end;
  }
  return parts.join("") + text.slice(at);
}

const guardSigns = (text: string): string => text.replace(/[{[%]|:(?=:)/g, `$&${guard}`);

/** A text with the guarded tags as they are shown. */
export const withoutGuards = (text: string): string => text.replaceAll(guard, "");
