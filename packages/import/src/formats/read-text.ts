import MarkdownIt from "markdown-it";

const { utils } = new MarkdownIt();

/** Tags that do not separate words. */
const withinLine =
  /<(?:\/?(?:a|abbr|b|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u)\b[^<>]*|!--[^<>]*--)>/gi;

/** The words of a title or an excerpt in which there may be markup: one line, without tags, with its entities decoded. */
export function readPlainText(html: string): string {
  return utils
    .unescapeAll(
      html
        .replace(withinLine, "")
        .replace(/<\/?[a-z][^<>]*>/gi, " ")
        .replaceAll("\\", "\\\\"),
    )
    .replace(/[\s\u00a0\u200b\ufeff]+/g, " ")
    .trim();
}

/** A date of an export in milliseconds; null for none, and for one that no calendar has, as `0000-00-00 00:00:00`. */
export function readDate(text: unknown): number | null {
  if (typeof text !== "string" || text.length > 40 || /^0000|-0001/.test(text)) return null;
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? [];
  const at = Date.parse(date ? `${date}T${time}Z` : text);
  return Number.isNaN(at) ? null : at;
}

/** Path and query of an address on the old site; null for none and for the start page. */
export function readOldPath(address: string): string | null {
  const url = URL.parse(address, "https://old.invalid");
  const path = url && /^https?:$/.test(url.protocol) ? url.pathname + url.search : "/";
  return path === "/" ? null : path;
}

/** A language tag as BCP 47 writes it; null if it is not one. */
export function readLanguage(text: unknown): string | null {
  const tag = typeof text === "string" ? text.trim().replaceAll("_", "-") : "";
  return /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(tag) ? tag : null;
}

/** The value where it is a text, else an empty one. */
export const textOr = (value: unknown): string => (typeof value === "string" ? value : "");
/** The objects of a value that should be a list of objects. */
export function listOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}
/** The object, or an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
