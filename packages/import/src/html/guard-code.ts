import { escapeHtml } from "@freehold/protocol/internal";

/** Elements that stand in code as its markup: highlighters and editors write them. */
const formatting = new Set(
  "a abbr b big br cite code del div em font i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td th thead tr tt u ul var wbr".split(
    " ",
  ),
);
const withoutEnd = new Set(["br", "img", "wbr", "p", "li", "td", "th", "tr"]);
const tag = /<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>]*|\/)?)>/gi;
const attributes = /^(?:\s+[a-z_:@][\w:.@-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=`]+))?)*\s*\/?$/i;

/**
 * The content of `pre` or `code`, in which each `<` that begins no markup is a sign of the code: `List<String>`, `<?php`, `a < b`, a tag
 * without its end, tags without any text.
 */
export function guardCode(content: string, { isRaw, isBlock }: { isRaw: boolean; isBlock: boolean }): string {
  if (!content.includes("<")) return content;
  if (isRaw) return hasEntities(content) ? content.replaceAll("<", "&lt;") : escapeHtml(content);
  const markup = findMarkup(content, isBlock);
  let result = "";
  let at = 0;
  for (const { start, end } of markup) {
    result += content.slice(at, start).replaceAll("<", "&lt;") + content.slice(start, end);
    at = end;
  }
  return result + content.slice(at).replaceAll("<", "&lt;");
}

const hasEntities = (text: string) => /&(?:lt|gt|amp|quot|#\d{1,6});/.test(text);

interface Markup {
  readonly start: number;
  readonly end: number;
}

/** The tags of markup, in their order. */
function findMarkup(content: string, isBlock: boolean): readonly Markup[] {
  const found: (Markup & { isMarkup: boolean })[] = [];
  const open = new Map<string, (Markup & { isMarkup: boolean })[]>();
  for (const { 0: whole, 1: slash, 2: written = "", 3: rest = "", index } of content.matchAll(tag)) {
    const name = written.toLowerCase();
    if (!formatting.has(name) || !attributes.test(rest)) continue;
    const one = { start: index, end: index + whole.length, isMarkup: withoutEnd.has(name) };
    found.push(one);
    if (one.isMarkup) continue;
    const opened = open.get(name) ?? [];
    open.set(name, opened);
    if (slash === "") opened.push(one);
    else {
      const start = opened.pop();
      if (start === undefined) continue;
      start.isMarkup = true;
      one.isMarkup = true;
    }
  }
  const markup = found.filter(({ isMarkup }) => isMarkup);
  return isAllTags(content, markup, isBlock) ? [] : markup;
}

/** Whether tags are all that the code shows, so that they are the code. */
function isAllTags(content: string, markup: readonly Markup[], isBlock: boolean): boolean {
  let at = 0;
  for (const { start, end } of markup) {
    if (content.slice(at, start).trim() !== "" || /^<img\s/i.test(content.slice(start, end))) return false;
    at = end;
  }
  // An empty block was left by an editor.
  const isEmpty = markup.every(({ start, end }) =>
    /^<\/?(?:br|p|span|code)\b/i.test(content.slice(start, end)),
  );
  return content.slice(at).trim() === "" && !(isBlock && isEmpty);
}
