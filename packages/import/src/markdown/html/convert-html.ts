import { isOfEntry } from "../../errors.ts";
import { type ConvertedHtml, htmlToMarkdown } from "../../html/html-to-markdown.ts";
import { targetsOf } from "../../html/pictures-of-text.ts";
import { importFormatLimits } from "../../limits.ts";
import type { ImportedFile } from "../../source.ts";
import { findHtml, type HtmlPlace } from "./find-html.ts";
import { createTagTest, tagsOf } from "./html-names.ts";
import { withoutStands } from "./kept-parts.ts";

/** A text without HTML. */
export interface TextWithoutHtml {
  readonly markdown: string;
  /** Pictures that were inside the HTML. */
  readonly files: readonly ImportedFile[];
  readonly notes: readonly string[];
  /** The tags of its program that stay as text: nobody knows the words that they made. */
  readonly unread?: readonly string[];
}

/**
 * Converts the HTML in Markdown, in blocks and in lines, to Markdown. The Markdown around it stays as it is, and so do code, formulas
 * and links in angle brackets.
 *
 * @throws ImportError IMPORT_INVALID for HTML beyond the limits
 */
export async function convertHtml(source: string): Promise<TextWithoutHtml> {
  if (!/<[a-z/!]/i.test(source)) return { markdown: source, files: [], notes: [] };
  const { lines, places, components } = findHtml(withoutStands(source));
  const fragments = places.flatMap(({ fragments: own }) => own.map(({ html }) => escapeUnknown(html)));
  const converted = await convertAll(fragments);
  let next = 0;
  for (const place of places) {
    const texts = place.fragments.map(() => converted.texts[next++] ?? "");
    write(
      lines,
      place,
      place.fragments.map(({ kept }, index) => kept.restore(texts[index] ?? "")),
    );
  }
  const notes = [...components].map(
    (name) => `The component “${name.slice(0, 60)}” is not supported. Its text was kept.`,
  );
  return {
    markdown: lines
      .flat()
      .join("\n")
      .replace(source.startsWith("\n") ? "" : /^\n+/, ""),
    files: converted.files,
    notes: [...new Set([...converted.notes, ...notes])],
  };
}

/** Puts the text of a place into its lines; the place may be in a quote or a list. */
function write(
  lines: string[][],
  { from, to, compose, prefix, isBlock }: HtmlPlace,
  texts: readonly string[],
): void {
  const text = compose(texts);
  const written = text === "" ? [] : text.split("\n");
  const blank = prefix.next.trimEnd();
  const all = written.map((line, index) => {
    const start = index === 0 ? prefix.first : prefix.next;
    return line === "" ? start.trimEnd() : `${start}${line}`;
  });
  const isBlank = (line: string | undefined) => line === undefined || /^[\s>]*$/.test(line);
  const isAfterBlank = isBlank(lines[from - 1]?.at(-1));
  const isInItem = /^[ >]*(?:[-*+]|\d+[.)])/.test(prefix.first);
  if (isBlock && all.length > 0) {
    if (!isInItem && !isAfterBlank) all.unshift(blank);
    if (!isBlank(lines[to]?.[0])) all.push(blank);
  } else if (isBlock && isInItem) all.push(prefix.first.trimEnd());
  else if (isBlock && isAfterBlank && lines[to]?.[0]?.trim() === "") lines[to] = [];
  lines.fill([], from, to);
  lines[from] = all;
}

/** A name in angle brackets that is no element, as `<name>`, is a word. */
function escapeUnknown(html: string): string {
  const parts: string[] = [];
  let at = 0;
  const tags = tagsOf(html);
  const isTag = createTagTest(html, tags);
  for (const [index, tag] of tags.entries()) {
    if (isTag(index)) continue;
    parts.push(html.slice(at, tag.at), "&lt;");
    at = tag.at + 1;
  }
  return parts.join("") + html.slice(at);
}

interface ConvertedAll extends Omit<ConvertedHtml, "markdown"> {
  readonly texts: readonly string[];
}

const border = "\uE01E";
const betweenFragments = `\n<p>${border}</p>\n`;
// Converting one by one takes much longer.
const oneByOne = 2_000;

/** Converts all fragments at once, and each by itself where one of them reaches into the next. */
async function convertAll(fragments: readonly string[]): Promise<ConvertedAll> {
  if (fragments.length === 0) return { texts: [], files: [], notes: [] };
  const joined = await convertJoined(fragments);
  if (joined || fragments.length > oneByOne)
    return joined ?? { texts: fragments.map(() => ""), files: [], notes: [] };
  const texts: string[] = [];
  const files: ImportedFile[] = [];
  const notes: string[] = [];
  for (const [index, fragment] of fragments.entries()) {
    const one = await htmlToMarkdown(fragment, { base: null });
    const own = one.files.filter(({ open }) => open !== null);
    const named = own.map((file) => ({ ...file, address: `${index}-${file.address}` }));
    texts.push(
      own.reduce(
        (text, file, at) => text.replaceAll(targetsOf(file.address), () => named[at]?.address ?? ""),
        one.markdown,
      ),
    );
    files.push(...named);
    notes.push(...one.notes);
  }
  return { texts, files, notes };
}

async function convertJoined(fragments: readonly string[]): Promise<ConvertedAll | null> {
  const html = fragments.join(betweenFragments);
  if (html.length > importFormatLimits.htmlLength) return null;
  try {
    const { markdown, files, notes } = await htmlToMarkdown(html, { base: null });
    const texts = markdown.split(border).map((text) => text.trim());
    return texts.length === fragments.length
      ? { texts, files: files.filter(({ open }) => open !== null), notes }
      : null;
  } catch (error) {
    if (fragments.length === 1 || !isOfEntry(error)) throw error;
    return null;
  }
}
