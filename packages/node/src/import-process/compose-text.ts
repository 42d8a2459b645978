import { type ImportedPost, splitWidth } from "@freehold/import";
import { mapProse } from "@freehold/protocol";
import { locateTags } from "../domain/search/terms.ts";

const tagsOfPost = 100; // tags of an imported post

/**
 * The Markdown of an imported post as posts are written here: the title is a heading at its beginning, and tags that the
 * text does not name stand in its last line.
 *
 * @param links the new address for each address that stands in the text
 */
export function composeText(
  { title, markdown, tags }: Pick<ImportedPost, "title" | "markdown" | "tags">,
  links: ReadonlyMap<string, string>,
): string {
  const body = replaceLinks(markdown.replaceAll("\0", ""), links).trim();
  const heading = composeTitle(title, body);
  const marks = composeTags(tags, body);
  const text = [heading, body, marks].filter((part) => part !== "").join("\n\n");
  return text === "" ? "" : `${text}\n`;
}

function composeTitle(title: string, body: string): string {
  const line = title.replaceAll("\0", "").replace(/\s+/g, " ").trim();
  if (line === "") return "";
  const first = headingOf(body);
  if (first !== null && plain(first) === plain(line)) return "";
  return `# ${escapeText(line)}`;
}

/** The words of a heading in the first line, with a `#` before it or a line of `=` below it; null for none. */
function headingOf(body: string): string | null {
  const [first = "", second = ""] = body.split("\n", 2);
  if (/^#[ \t]/.test(first)) return first.slice(1);
  return /^=+[ \t]*$/.test(second) ? first : null;
}

/** Characters that Markdown reads as markup, escaped; those at the end would close the heading. */
function escapeText(text: string): string {
  let end = text.length;
  while (text[end - 1] === "#") end -= 1;
  const words = text
    .slice(0, end)
    .replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w{1,40};)/gu, "\\$&");
  return end === text.length ? words : `${words}\\${text.slice(end)}`;
}

const plain = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** A line of hashtags; blanks and signs in a tag become `_`. */
function composeTags(tags: readonly string[], body: string): string {
  const known = new Set(locateTags(body).map(({ tag }) => tag));
  const marks = new Map<string, string>();
  for (const tag of tags.slice(0, tagsOfPost)) {
    const mark = `#${cleanTag(tag)}`;
    const [found] = locateTags(mark);
    if (found && !known.has(found.tag)) marks.set(found.tag, mark);
  }
  return [...marks.values()].join(" ");
}

const tagLength = 64;

function cleanTag(tag: string): string {
  const words = tag
    .slice(0, 4 * tagLength)
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_");
  return [...words.replace(/^_+|(?<!_)_+$/g, "")].slice(0, tagLength).join("");
}

/**
 * Targets of links and pictures, with and without brackets around them, and of HTML attributes. A match of unlimited length
 * can overflow the stack of the engine ("Maximum call stack size exceeded") where it does not optimise. An address ends before the
 * next link, which may stand right behind it.
 */
const target =
  /(\]\(\s{0,200}<|\]:[ \t]{0,200}<|(?:src|href)=["'])([^<>"'\n]{1,8192})|(\]\(\s{0,200}|\]:[ \t]{0,200})([^\s<>\]]{1,8192}(?:\](?!\()[^\s<>\]]{0,1024}){0,8})/g;

// The pairs of brackets in an address that stands in brackets itself.
const mostBrackets = 10;

const contents = /\/ewp\/contents\/0x[\da-f]{64}$/;

/** The new address; the width of a picture stays with one of this node (decision 0047). undefined for an address that stays. */
function findNew(written: string, links: ReadonlyMap<string, string>): string | undefined {
  const { address, width } = splitWidth(written);
  const found = width === "" ? undefined : links.get(address);
  if (found === undefined) return links.get(written);
  return contents.test(found) ? `${found}${width}` : found;
}

const longestWidth = "#wide".length;

/** Replaces addresses where they are the target of a link, a picture or an HTML attribute, and nowhere else: code stays. */
function replaceLinks(markdown: string, links: ReadonlyMap<string, string>): string {
  if (links.size === 0) return markdown;
  const longest = Math.max(...[...links.keys()].map(({ length }) => length)) + longestWidth;
  const replaceIn = (prose: string) =>
    prose.replace(target, (whole, before, quoted, start, bare) => {
      if (quoted !== undefined) return `${before}${findNew(quoted, links) ?? quoted}`;
      let end = bare.length;
      for (let tries = 0; tries <= mostBrackets && end > 0; tries += 1) {
        const found = end <= longest ? findNew(bare.slice(0, end), links) : undefined;
        if (found !== undefined) return `${start}${found}${bare.slice(end)}`;
        // An address may hold brackets itself.
        end = bare.lastIndexOf(")", Math.min(end - 1, longest));
      }
      return whole;
    });
  return mapProse(markdown, replaceIn, { skipsIndented: true });
}
