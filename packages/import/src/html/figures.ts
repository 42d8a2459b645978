import { formula } from "./escape-text.ts";

// Signs of no language stand around a picture and behind its address, until the text is whole.
const marks = { begins: "\uE002", ends: "\uE003", address: "\uE004" } as const;
const allMarks = /[\uE002-\uE004]/g;
/** A picture, maybe in a link. */
const pictures = /\[?\uE002[^\uE002\uE003]*\uE003(?:\]\([^\s()]*\))?/g;
const caption = /^_[\s\S]*_$/;

/** A picture in Markdown, which a figure around it may still change. @param alt with its escapes */
export const markPicture = (alt: string, address: string): string =>
  `${marks.begins}![${alt}](${address}${marks.address})${marks.ends}`;

/** A text without the marks of its pictures. */
export const withoutMarks = (text: string): string => text.replace(allMarks, "");

/** How a figure may be written where it stands. */
export interface FigureForm {
  /** Whether it stands in a paragraph of its own, which has captions, widths and galleries (decision 0047). */
  readonly isOwnParagraph: boolean;
  /** Null for that of the column. */
  readonly width: "wide" | "full" | null;
}

/**
 * Writes a figure as this node shows it: the caption of a picture is its title, its width the fragment of its address, and several
 * pictures are one paragraph. A caption that needs more than plain text, such as a link, stays a paragraph behind the picture, and so does
 * that of a whole gallery. A figure of something else stays as it is.
 *
 * @param content the paragraphs of the figure; pictures are marked, and captions stand in `_`
 */
export function writeFigure(content: string, { isOwnParagraph, width }: FigureForm): string {
  const paragraphs = content.trim().split(/\n\s*\n/);
  const captions = paragraphs.filter((one) => caption.test(one));
  const others = paragraphs.filter((one) => !caption.test(one) && one.replace(pictures, "").trim() !== "");
  const shown = content.match(pictures) ?? [];
  if (!isOwnParagraph || shown.length === 0 || others.length > 0 || captions.join("").includes(marks.begins))
    return content;
  const wide = width === null ? shown : shown.map((one) => withWidth(one, width));
  const [first = "", ...more] = wide;
  const hasTitle = first.includes(`${marks.address} "`);
  const title =
    more.length === 0 && captions.length === 1 && !hasTitle
      ? toTitle((captions[0] ?? "").slice(1, -1))
      : null;
  if (title !== null) return first.replace(marks.address, () => `${marks.address}${title}`);
  return [wide.join("\n"), ...captions].join("\n\n");
}

/** A figure in a gallery may have a width of its own, and the gallery's goes before it. */
const withWidth = (one: string, width: "wide" | "full") =>
  one.replace(/(?:#(?:wide|full))?\uE004/, `#${width}${marks.address}`);

/** Paragraphs of which those that are pictures stand together, as one paragraph in place of the first of them. */
export function asGallery(paragraphs: readonly string[]): string[] {
  const shown = paragraphs.filter((one) => one.startsWith("!["));
  const at = paragraphs.findIndex((one) => one.startsWith("!["));
  return paragraphs.flatMap((one, index) =>
    index === at ? [shown.join("\n")] : one.startsWith("![") ? [] : [one],
  );
}

/** Marks of emphasis, which a title shows as they are; and signs with and without escapes. */
const signs = /\\([!-/:-@[-`{-~])|"|\*+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
/** Signs that a title, or who looks for links in a text, would take for something else. */
const escaped = /[&\\[\]<`$]/;

/**
 * A caption as the title of a picture, with a blank before it; "" for an empty one.
 *
 * @param markdown the caption in one line
 * @returns null for one that plain text can't hold: with a link, code, a formula, a note, HTML
 */
export function toTitle(markdown: string): string | null {
  const bare = markdown.replace(/\\./g, "");
  if (/[<`[\]]|https?:\/\/|\{[{%]/.test(bare) || formula.test(bare)) return null;
  const text = markdown.replace(signs, (whole, sign?: string) => {
    if (whole === '"' || sign === '"') return "&quot;";
    return sign === undefined ? "" : escaped.test(sign) ? whole : sign;
  });
  const line = text.replace(/\s+/g, " ").trim();
  return line === "" ? "" : ` "${line}"`;
}
