import MarkdownIt from "markdown-it";
import { limits } from "../limits.ts";

const { utils } = new MarkdownIt();
const entity = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][\da-z]{1,31});/gi;

/** The plain text of a title or a name in which there may be markup: one line, without tags, with its entities decoded, and not endless. */
export function plainText(html: string): string {
  const withoutTags = html.replace(/<(?:\/?[a-z][^<>]*|!--[^<>]*--)>/gi, "");
  const text = withoutTags
    .replace(entity, utils.unescapeAll)
    .replace(/[\s\u00a0\u200b]+/g, " ")
    .trim();
  return text.length <= limits.feedTitleLength ? text : `${text.slice(0, limits.feedTitleLength - 1)}…`;
}

/** Escapes text for HTML. */
export function escapeText(text: string): string {
  return utils.escapeHtml(text);
}

/** An http(s) address, made whole against a base; null for any other, and for one that is too long. */
export function resolveLink(href: string | null | undefined, base: string): string | null {
  const written = href?.trim();
  if (!written || written.length > 2_048) return null;
  const url = URL.parse(written, URL.canParse(base) ? base : undefined);
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}
