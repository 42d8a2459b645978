import { asciiLower } from "../../ascii-lower.ts";

const opening = /<(pre|script|style|textarea|code|\?php)\b/gi;

/** Changes text outside of code: the content of `pre` and similar elements stays as it is. Linear, also if they are not closed. */
export function mapProse(html: string, change: (prose: string) => string): string {
  const lower = asciiLower(html);
  const without = new Set<string>();
  let result = "";
  let at = 0;
  for (const { 1: name = "", index } of html.matchAll(opening)) {
    const close = name.startsWith("?") ? "?>" : `</${name.toLowerCase()}`;
    if (index < at || without.has(close)) continue;
    const end = lower.indexOf(close, index);
    if (end < 0) {
      without.add(close);
      continue;
    }
    result += change(html.slice(at, index)) + html.slice(index, end);
    at = end;
  }
  return result + change(html.slice(at));
}

const blockStart =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|figure|figcaption|section|article|aside|header|footer|hr|form|iframe|details|summary|address)\b/i;
const blockEnd =
  /(?:<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|blockquote|pre|figure|figcaption|section|article|aside|header|footer|form|iframe|details|summary|address)(?:\s[^<>]*)?>|<[bh]r\s*\/?>)$/i;

const codeInLine = /(?<=^|\n)<code>([^<]*)<\/code>(?=\r?\n|$)/g;

/** Code of several lines that stands by itself, in the element for code within a line, as a block. */
const toBlocks = (html: string) =>
  html.replace(codeInLine, (whole, code: string) =>
    code.includes("\n") ? `<pre><code>${code}</code></pre>` : whole,
  );

const tag = /<\/?[a-z](?:[^<>\n]|\n(?![ \t\r]*\n))*>/gi;

/** A tag may have lines, which are no lines of the text. */
const joinTags = (prose: string) =>
  prose.replace(tag, (one) =>
    one
      .split("\n")
      .map((line) => line.trim())
      .join(" "),
  );

/** The marks at which a list of posts cuts a text, and a page of it ends. */
const breaks = /<!--(?:more|nextpage|noteaser)(?!\w)[^<>]{0,300}-->/gi;

/**
 * Adds the paragraphs and line breaks that WordPress adds when it shows a text of its older editor (`wpautop`): an empty line
 * begins a paragraph, and the end of a line is a line break, apart from those next to the tags of blocks.
 */
export function addParagraphs(html: string): string {
  return mapProse(toBlocks(html), (prose) => {
    let result = "";
    let before = "";
    let isGap = false;
    const behind = prose.slice(prose.trimEnd().length);
    // Code within a line may begin a paragraph.
    const gap = behind.split("\n").length > 2 ? "\n\n<p>" : behind.includes("\n") ? "\n" : "";
    const ends = [/^\s*\n/.test(prose) ? "\n" : "", gap];
    for (const line of joinTags(prose.replace(breaks, "\n\n")).split(/\r\n?|\n/)) {
      const text = line.trim();
      if (text === "" || /^<!--[^<>]*-->$/.test(text)) {
        isGap ||= before !== "";
        continue;
      }
      const isBlock = blockStart.test(text);
      const between = isBlock
        ? "\n"
        : isGap
          ? "\n\n<p>"
          : blockEnd.test(before.slice(-500))
            ? "\n"
            : "<br>\n";
      result += before === "" ? line : between + line;
      before = text;
      isGap = false;
    }
    return ends[0] + result + ends[1];
  });
}
