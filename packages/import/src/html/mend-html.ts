import { escapeHtml } from "@freehold/protocol/internal";
import { asciiLower } from "../ascii-lower.ts";
import { guardCode } from "./guard-code.ts";
import { type SearchForward, searchForward } from "./search-forward.ts";

const start =
  /<(?:!--|\?(?:php\b|=)|(pre|code|xmp|listing|textarea|script|style|title|svg|canvas|iframe|noframes|noembed|video|audio|object|select)(?=[\s/>]))/gi;
const beginsBlock = /<(?:p|div|h[1-6]|br|blockquote|ul|ol|table|img|a|style|script)\b/g;
/** The same but for elements that stand in a player for browsers that can't show it. */
const endsPlayer = /<(?:div|h[1-6]|blockquote|ul|ol|table|style|script)\b/g;

/**
 * Foreign HTML, so that a parser shows what was written: the content of code stays text, raw PHP becomes code, and an element that is
 * not closed ends where it begins instead of eating the rest. Takes linear time.
 */
export function mendHtml(source: string): string {
  const find = searchForward(asciiLower(source));
  let result = "";
  let at = 0;
  for (const { 0: tag, 1: written, index } of source.matchAll(start)) {
    if (index < at) continue;
    const found = mend(source, { index, tag: tag.toLowerCase(), name: written?.toLowerCase() ?? "" }, find);
    if (found === null) continue;
    result += source.slice(at, index) + found.html;
    at = found.end;
  }
  return result + source.slice(at);
}

interface Mended {
  readonly html: string;
  /** The position behind what was mended. */
  readonly end: number;
}

interface Found {
  readonly index: number;
  readonly tag: string;
  readonly name: string;
}

function mend(source: string, { index, tag, name }: Found, find: SearchForward): Mended | null {
  if (tag === "<!--") {
    const end = find("-->", index + 2);
    return end < 0 ? { html: "", end: index + 4 } : { html: source.slice(index, end + 3), end: end + 3 };
  }
  if (name === "") {
    const end = find("?>", index);
    return end < 0
      ? { html: "&lt;", end: index + 1 }
      : { html: asCode(source.slice(index, end + 2)), end: end + 2 };
  }
  const close = tagEnd(source, index, find);
  if (close < 0) return null;
  const opening = source.slice(index, close + 1);
  const end = find(`</${name}`, close);
  const content = end < 0 ? null : source.slice(close + 1, end);
  const behind = end < 0 ? -1 : closeEnd(source, end);
  const holds = (sought: string | RegExp) => {
    const at = find(sought, close + 1);
    return at >= 0 && at < end;
  };
  switch (name) {
    case "pre":
    case "code":
      // A tag of the code itself has no end.
      if (content === null || (name === "code" && holds("<code"))) return null;
      // The language may be that of the element in it.
      if (name === "pre" && /^\s*<code[\s>](?:(?!<code[\s>]).)*<\/code>\s*$/is.test(content))
        return { html: opening, end: close + 1 };
      return {
        html: opening + guardCode(content, { isRaw: isRaw(opening, content), isBlock: name === "pre" }),
        end,
      };
    case "xmp":
    case "listing":
    case "textarea": {
      if (content === null) return { html: "", end: close + 1 };
      const shown = name === "textarea" ? content.replaceAll("<", "&lt;") : escapeHtml(content);
      return { html: content.trim() === "" ? "" : `<pre>${shown}</pre>`, end: behind };
    }
    case "script":
      return script(opening, content, { opened: close + 1, behind, holdsBlock: holds(beginsBlock) });
    case "iframe":
    case "noframes":
    case "noembed": {
      // A frame that is closed like an empty element, or within another one, has no end.
      const isOpen = content === null || opening.endsWith("/>") || holds("<iframe");
      return { html: `${opening}</${name}>`, end: isOpen ? close + 1 : behind };
    }
    case "video":
    case "audio":
    case "object":
      return media(name, opening, content, {
        opened: close + 1,
        behind,
        isOpen: holds(endsPlayer),
        isOuter: holds(`<${name}`),
      });
    case "select":
      return content === null ? { html: `${opening}</${name}>`, end: close + 1 } : null;
    default: {
      const isOpen = content === null || ((name === "style" || name === "title") && holds(beginsBlock));
      return isOpen ? { html: "", end: close + 1 } : { html: source.slice(index, behind), end: behind };
    }
  }
}

/** A script goes with its code; a formula of MathJax stays, and a script without an end takes nothing with it. */
function script(
  opening: string,
  content: string | null,
  { opened, behind, holdsBlock }: { opened: number; behind: number; holdsBlock: boolean },
): Mended {
  // A script that comes from elsewhere has no code of its own.
  const isOpen = content === null || (holdsBlock && /\ssrc\s*=/i.test(opening));
  if (isOpen) return { html: `${opening}</script>`, end: opened };
  if (!/\stype\s*=\s*["']?math\/tex/i.test(opening))
    return { html: `${opening}${content}</script>`, end: behind };
  const kind = /mode\s*=\s*display/i.test(opening) ? "formula display" : "formula";
  return { html: `<code class="${kind}">${escapeHtml(content.trim())}</code>`, end: behind };
}

const parameters = /<param\s[^<>]{0,2000}>/gi;

/** A player by its file alone: the words in it are for browsers that can't show it. */
function media(
  name: string,
  opening: string,
  content: string | null,
  { opened, behind, isOpen, isOuter }: { opened: number; behind: number; isOpen: boolean; isOuter: boolean },
): Mended {
  if (content === null || isOpen) return { html: `${opening}</${name}>`, end: opened };
  const address = name === "object" ? /\sdata\s*=/i : /\s(?:data-)?src\s*=/i;
  if (address.test(opening)) return { html: `${opening}</${name}>`, end: behind };
  // The inner one names the file.
  if (isOuter) return { html: "", end: opened };
  const inner = content.match(/<(?:source|embed|iframe)\s[^<>]*>/gi) ?? [];
  if (inner.length > 0)
    return {
      html: `${opening}${inner.map((one) => one.replace(/^<(iframe)\s.*$/is, "$&</$1>")).join("")}</${name}>`,
      end: behind,
    };
  const [, value] =
    /\svalue\s*=\s*["']?([^"'\s>]+)/i.exec(
      content.match(parameters)?.find((one) => /\sname\s*=\s*["']?(?:movie|src|url)\b/i.test(one)) ?? "",
    ) ?? [];
  return value === undefined
    ? { html: "", end: opened }
    : { html: `<iframe src="${value}"></iframe>`, end: behind };
}

/** Raw code of a page: a block where it has several lines. */
const asCode = (code: string) =>
  code.includes("\n")
    ? `<pre class="language-php">${escapeHtml(code)}</pre>`
    : `<code>${escapeHtml(code)}</code>`;

const ofMarkup =
  /(?:language-|lang[:-]|brush:\s*|lang=["']?)(?:html|xml|markup|php|jsx|tsx|vue|svelte|svg|erb|handlebars|twig|liquid)\b/i;

/** Whether the content of `pre` or `code` is code as it stands: WP-Syntax took it so, and code of markup without any escape is so. */
function isRaw(opening: string, content: string): boolean {
  if (/^<pre\s(?:[^>]*\s)?lang\s*=/i.test(opening)) return !/\bescaped\s*=\s*["']?true/i.test(opening);
  return ofMarkup.test(opening) && !/&lt;|<span\b/i.test(content);
}

// A tag is not longer, so that a sign without an end is not looked for in all that follows.
const longestTag = 8_000;

/** The position of the `>` that ends a tag; -1 where it has none. */
function tagEnd(source: string, from: number, find: SearchForward): number {
  const plain = find(">", from);
  if (plain < 0 || plain >= from + longestTag) return -1;
  let quote = "";
  const last = Math.min(source.length, from + longestTag);
  for (let at = from; at < last; at += 1) {
    const sign = source[at];
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === ">") return at;
    else if ((sign === '"' || sign === "'") && source[at - 1] === "=") quote = sign;
  }
  return plain;
}

function closeEnd(source: string, end: number): number {
  const found = source.indexOf(">", end);
  return found < 0 ? source.length : found + 1;
}
