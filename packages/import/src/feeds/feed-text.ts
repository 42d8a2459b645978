import { toPlainLine } from "@freehold/protocol/internal";
import MarkdownIt from "markdown-it";
import { feedLimits as limits } from "./limits.ts";

const { utils } = new MarkdownIt();
const reference = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][\da-z]{1,31});/gi;
const controls = /[\u0080-\u009f]/g;
const windows1252 = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at),
);

// Room for markup around a title. A longer one is cut before it is read, since only its beginning is shown.
const sourceLength = 16 * limits.feedTitleLength;

/** Text in which no character is a control of ISO 8859-1: programs that write one mean windows-1252, as browsers read `&#146;`. */
export function mendControls(text: string): string {
  return text.replace(controls, (sign) => windows1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** The character of a reference of HTML; one that stands for none stays as it is. */
export function decodeReference(written: string): string {
  const [, sign = "", digits = ""] = /^&#(x?)(\w+);$/i.exec(written) ?? [];
  const code = digits === "" ? 0 : Number.parseInt(digits, sign === "" ? 10 : 16);
  return code >= 0x80 && code <= 0x9f ? mendControls(String.fromCharCode(code)) : utils.unescapeAll(written);
}

const ofControls = /&#(?:0{0,3}(?:12[89]|1[345]\d)|x0{0,2}[89][\da-f]);/gi;

/** HTML in which no reference names a control of ISO 8859-1 (see `mendControls`). */
export function mendReferences(html: string): string {
  return html.includes("&#") ? html.replace(ofControls, decodeReference) : html;
}

/** Decodes the references of HTML in a text without tags. */
export function decodeReferences(text: string): string {
  return text.includes("&") ? text.replace(reference, decodeReference) : text;
}

/** Text without markup as one line of characters that are seen, and not endless. */
export function lineOf(text: string): string {
  return cutLine(toPlainLine(text.slice(0, sourceLength)), limits.feedTitleLength);
}

/** The beginning of a text that is shown on a line. */
export function cutSource(text: string): string {
  return text.slice(0, sourceLength);
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

const addressInText = /https?:\/\/[^\s<>"]{1,2000}/g;

/** Plain text as HTML: its paragraphs, its lines, and links for the addresses in it. */
export function linesToHtml(text: string): string {
  if (text === "") return "";
  return text
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((part) => `<p>${linked(part).replaceAll("\n", "<br>")}</p>`)
    .join("");
}

function linked(text: string): string {
  let html = "";
  let at = 0;
  for (const { 0: found, index } of text.matchAll(addressInText)) {
    const written = found.replace(/[.,;:!?)'\]]{1,3}$/, "");
    const escaped = escapeText(written);
    html += `${escapeText(text.slice(at, index))}<a href="${escaped}">${escaped}</a>`;
    at = index + written.length;
  }
  return html + escapeText(text.slice(at));
}

/** An http(s) address, made whole against a base; null for any other, and for one that is too long before or after that. */
export function resolveLink(href: string | null | undefined, base: string): string | null {
  const written = href?.trim();
  if (!written || written.length > limits.addressLength) return null;
  const url = URL.parse(written, URL.canParse(base) ? base : undefined);
  const isWhole = url?.protocol === "https:" || url?.protocol === "http:";
  return isWhole && url.href.length <= limits.addressLength ? url.href : null;
}

/** A language tag (BCP 47), also one that is written as a locale (`en_US`); null if it is not one. */
export function languageTag(text: string): string | null {
  const tag = text.trim().replaceAll("_", "-");
  return tag.length <= 35 && /^[a-z]{2,3}(-[a-z\d]{1,8})*$/i.test(tag) ? tag : null;
}

/** A media type without its parameters; null if it is not one. */
export function mediaTypeOf(text: string | undefined): string | null {
  return /^\s{0,5}([\w.+-]{1,60}\/[\w.+-]{1,60})\s{0,5}(?:;|$)/.exec(text ?? "")?.[1] ?? null;
}
