import { toPlainLine } from "@freehold/protocol/internal";
import MarkdownIt from "markdown-it";
import { feedLimits as limits } from "./limits.ts";

const { utils } = new MarkdownIt();
const entity = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][\da-z]{1,31});/gi;

// Room for markup around a title. A longer one is cut before it is read, since only its beginning is shown.
const sourceLength = 16 * limits.feedTitleLength;

/** The plain text of a title or a name in which there may be markup: one line, without tags, with its entities decoded, and not endless. */
export function plainText(html: string): string {
  const withoutTags = html.slice(0, sourceLength).replace(/<(?:\/?[a-z][^<>]*|!--[^<>]*--)>/gi, "");
  return lineOf(withoutTags.replace(entity, utils.unescapeAll));
}

/** Text without markup as one line of characters that are seen, and not endless. */
export function lineOf(text: string): string {
  return cutLine(toPlainLine(text.slice(0, sourceLength)), limits.feedTitleLength);
}

function cutLine(line: string, length: number): string {
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

/** The names of people as one line, without repeats; null for none. */
export function joinNames(names: readonly string[]): string | null {
  const named = [...new Set(names)].filter((name) => name !== "");
  return cutLine(named.join(", "), limits.feedTitleLength) || null;
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return utils.escapeHtml(text);
}

/** An http(s) address, made whole against a base; null for any other, and for one that is too long before or after that. */
export function resolveLink(href: string | null | undefined, base: string): string | null {
  const written = href?.trim();
  if (!written || written.length > limits.addressLength) return null;
  const url = URL.parse(written, URL.canParse(base) ? base : undefined);
  const isWhole = url?.protocol === "https:" || url?.protocol === "http:";
  return isWhole && url.href.length <= limits.addressLength ? url.href : null;
}

/** A language tag (BCP 47); null if it is not one. */
export function languageTag(text: string): string | null {
  const tag = text.trim();
  return tag.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}

/** A media type without its parameters; null if it is not one. */
export function mediaTypeOf(text: string | undefined): string | null {
  return /^\s{0,5}([\w.+-]{1,60}\/[\w.+-]{1,60})\s{0,5}(?:;|$)/.exec(text ?? "")?.[1] ?? null;
}
