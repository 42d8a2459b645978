import { locateTags } from "../search/terms.ts";
import { importLimits } from "./limits.ts";
import type { ImportedPost } from "./source.ts";

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
  const first =
    /^#[ \t]+(.+?)[ \t]*#*(?:\n|$)/.exec(body)?.[1] ?? /^([^\n]+)\n=+[ \t]*(?:\n|$)/.exec(body)?.[1];
  if (first !== undefined && plain(first) === plain(line)) return "";
  return `# ${escapeText(line)}`;
}

/** Characters that Markdown reads as markup, escaped. */
function escapeText(text: string): string {
  return text.replace(/[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|#+$/gu, "\\$&");
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
  for (const tag of tags.slice(0, importLimits.tagsOfPost)) {
    const mark = `#${cleanTag(tag)}`;
    const [found] = locateTags(mark);
    if (found && !known.has(found.tag)) marks.set(found.tag, mark);
  }
  return [...marks.values()].join(" ");
}

// Not a limit: the length of a hashtag.
const tagLength = 64;

function cleanTag(tag: string): string {
  const words = tag.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_");
  return [...words.replace(/^_+|_+$/g, "")].slice(0, tagLength).join("");
}

/** Replaces addresses where they are the target of a link, a picture or an HTML attribute, and nowhere else. */
function replaceLinks(markdown: string, links: ReadonlyMap<string, string>): string {
  if (links.size === 0) return markdown;
  const addresses = [...links.keys()].sort((a, b) => b.length - a.length).map((one) => RegExp.escape(one));
  const target = new RegExp(
    `(\\]\\(\\s*<?|\\]:[ \\t]*<?|(?:src|href)=["'])(${addresses.join("|")})(?=[)\\s>"'])`,
    "g",
  );
  return markdown.replace(target, (_, before: string, address: string) => before + links.get(address));
}
