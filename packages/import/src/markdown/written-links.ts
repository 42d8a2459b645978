import { toTitle } from "../html/figures.ts";

/** A link in Markdown. */
export const linkTo = (address: string, words: string): string =>
  `[${words.replace(/[[\]\n]/g, " ").trim()}](${inMarkdown(address)})`;

const inMarkdown = (address: string) => (/[\s()]/.test(address) ? `<${address}>` : address);

/** A picture in Markdown, with its caption as its title, or below it where it has links. Empty without an address. */
export function pictureOf({
  address,
  alt,
  caption,
}: Readonly<Record<"address" | "alt" | "caption", string>>): string {
  if (address === "") return "";
  const picture = `!${linkTo(address, alt)}`;
  if (caption === "") return picture;
  const title = toTitle(caption);
  const below = `${picture}\n\n_${caption.replaceAll("\n", " ").trim()}_`;
  return `${ownLine}${title === null ? below : `${picture.slice(0, -1)}${title})`}${ownLine}`;
}

const ownLine = "\uE01C";
const quote = "\uE01B";

/** A text in which quotes within quotes, as `\"`, are other signs, and the same text with the quotes again. */
export const hideQuotes = (text: string): string => text.replaceAll('\\"', quote);
export const showQuotes = (text: string): string => text.replaceAll(quote, '\\"');

/** Puts empty lines around the blocks that were written into a text, as few as they need. */
export function separateWritten(text: string): string {
  if (!text.includes(ownLine)) return text;
  const parts = text.split(ownLine).map((part, index, all) => {
    const from = index === 0 ? 0 : part.length - part.trimStart().length;
    const end = index === all.length - 1 ? part.length : part.trimEnd().length;
    return part.slice(from, Math.max(from, end));
  });
  return parts.filter((part, index) => part !== "" || index === parts.length - 1).join("\n\n");
}

/** The attributes of a shortcode, by their names in lower case; those without a name by their numbers. */
export function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = hideQuotes(text).matchAll(
    /(?<![\w-])(?:([\w-]+)\s?=\s?)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=>]+))/g,
  );
  const attributes = new Map<string, string>();
  let number = 0;
  for (const [, name, ...values] of found) {
    const value = values.find((one) => one !== undefined) ?? "";
    attributes.set(name?.toLowerCase() ?? String(number++), value.replaceAll(quote, '"'));
  }
  return attributes;
}
