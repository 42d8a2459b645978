import type { MarkdownIt } from "markdown-it";
import { dedentComponents } from "./dedent-components.ts";
import { isComponent, isElement, tagsOf } from "./html-names.ts";

/** kramdown's and Markdown Extra's sign that there is Markdown in an element. */
const saysMarkdown = /\smarkdown\s*=\s*["']?(?:1|block|span)(?![\w-])/i;
const containers = /^(?:article|aside|blockquote|center|details|div|figure|footer|header|main|nav|section)$/i;

/**
 * Puts empty lines where Markdown begins beside HTML: behind a line in which a block of HTML ends, and inside elements that say so.
 * CommonMark takes such lines for HTML, until an empty one.
 */
export function separateBlocks(parser: MarkdownIt, written: string): string {
  const source = dedentComponents(written);
  const parts: string[] = [];
  const lines = source.split("\n");
  let at = 0;
  let open = 0;
  for (const { type, level, map, content } of parser.parse(source, {})) {
    if (level !== 0 || !map) continue;
    // HTML that is indented inside of HTML is no code.
    const isIndented = type === "code_block" && open > 0 && /^\s*<\/?[a-z]/i.test(content);
    if (type !== "html_block" && !isIndented) continue;
    open = Math.max(0, open + balanceOf(content));
    const separated = isIndented ? content.replace(/^[ \t]+/gm, "") : separate(content);
    if (separated === content && !isIndented) continue;
    const [from] = map;
    const to = from + content.trimEnd().split("\n").length;
    parts.push(...lines.slice(at, from), separated.trimEnd());
    at = to;
  }
  return at === 0 ? source : [...parts, ...lines.slice(at)].join("\n");
}

/** How many elements are open behind HTML that were closed before it. */
function balanceOf(html: string): number {
  const tags = tagsOf(html).filter(
    ({ name, isSingle }) => (isElement(name) || isComponent(name)) && !isSingle,
  );
  return tags.reduce((open, { closes }) => open + (closes ? -1 : 1), 0);
}

const longestIndent = 200; // blanks beside a tag

function separate(html: string): string {
  const breaks = new Map<number, string>();
  const open: { readonly name: string; readonly isMarkdown: boolean }[] = [];
  // A comment is HTML without a tag.
  let last = html.startsWith("<!--") ? html.indexOf("-->") + 1 : 0;
  const closeLine = (at: number) => {
    const end = html.indexOf("\n", at);
    const next = end === -1 ? "" : html.slice(end + 1, end + 201).trimStart();
    if (next !== "" && !next.startsWith("<")) breaks.set(end, "\n");
  };
  // Markdown, or another component, begins behind a component that has its line to itself.
  const closeComponent = (at: number, behind: number) => {
    const isFirst = /(?:^|\n)[ \t]*$/.test(html.slice(Math.max(0, at - longestIndent), at));
    const after = /^[ \t]*\n(?= {0,3}(?:[^\s<]|<\/?[A-Z]|<\/?[a-z]+-))/.exec(
      html.slice(behind, behind + longestIndent),
    );
    if (isFirst && after) breaks.set(behind + after[0].length - 1, "\n");
    // Its end is no part of the paragraph before it.
    const before = /(?:^|\n) {0,3}[^\s<][^\n]*\n( {0,3})$/.exec(
      html.slice(Math.max(0, at - longestIndent), at),
    );
    if (before && html.startsWith("</", at)) breaks.set(at - (before[1] ?? "").length - 1, "\n");
  };
  const isAlone = (index: number) => {
    const end = html.indexOf("\n", tags[index]?.end);
    const next = tags[index + 1];
    return next === undefined || (end !== -1 && next.at > end);
  };
  const all = tagsOf(html);
  const tags = all.filter(({ name }) => isElement(name));
  for (const { at, end, name } of all) if (isComponent(name)) closeComponent(at, end);
  for (const [at, tag] of tags.entries()) {
    last = tag.end;
    const name = tag.name.toLowerCase();
    if (tag.isSingle) {
      if (open.length === 0 && isAlone(at)) closeLine(tag.end);
      continue;
    }
    if (!tag.closes) {
      const isMarkdown = containers.test(name) && saysMarkdown.test(html.slice(tag.at, tag.end));
      if (isMarkdown) breaks.set(tag.end, "\n\n");
      open.push({ name, isMarkdown });
      continue;
    }
    const index = open.findLastIndex((one) => one.name === name);
    if (index !== -1 && open[index]?.isMarkdown) breaks.set(tag.at, "\n\n");
    open.length = index === -1 ? open.length : index;
    if (open.length === 0 && isAlone(at)) closeLine(tag.end);
  }
  if (tags.length === 0 && last > 0) closeLine(last);
  const parts: string[] = [];
  let at = 0;
  for (const [place, lines] of [...breaks].sort(([one], [other]) => one - other)) {
    parts.push(html.slice(at, place), lines);
    at = place;
  }
  return parts.join("") + html.slice(at);
}
