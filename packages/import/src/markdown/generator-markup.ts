import { mapProse } from "@freehold/protocol";
import { convertHtml, type TextWithoutHtml } from "./html/convert-html.ts";

/**
 * Turns what Hugo, Jekyll and Obsidian have besides Markdown into Markdown: figures, highlighted code, embedded videos,
 * comments, HTML.
 *
 * @throws ImportError IMPORT_INVALID for HTML beyond the limits
 */
export async function convertGeneratorMarkup(source: string): Promise<TextWithoutHtml> {
  const notes = new Set<string>();
  const text = source.replaceAll("\r\n", "\n");
  const hugo = replaceBetween(text, hugoHighlight, /\{\{[<%]\s*\/\s*highlight\s*[>%]\}\}/g, toFence);
  const blocks = replaceBetween(hugo, jekyllHighlight, /\{%-?\s*endhighlight\s*-?%\}/g, toFence);
  const prose = mapProse(blocks, (part) => convertProse(part, notes), { skipsIndented: true });
  const converted = await convertHtml(prose);
  return { ...converted, notes: [...new Set([...notes, ...converted.notes])] };
}

const hugoHighlight = /\{\{[<%]\s*highlight\s+"?([\w+#-]+)(?![\w+#-])[^>%{\n]*[>%]\}\}/g;
const jekyllHighlight = /\{%-?\s*highlight\s+([\w+#-]+)(?![\w+#-])[^%{\n]*%\}/g;

function toFence(code: string, [, language = ""]: RegExpExecArray): string {
  return `\`\`\`${language}\n${code.replace(/^\n|\n$/g, "")}\n\`\`\``;
}

/** Replaces the text between two marks, with the marks; a mark without an end stays. Each part of the text is read once. */
function replaceBetween(
  text: string,
  open: RegExp,
  close: RegExp,
  change: (inside: string, opening: RegExpExecArray) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    open.lastIndex = at;
    const opening = open.exec(text);
    if (!opening) break;
    const start = opening.index + opening[0].length;
    close.lastIndex = start;
    const closing = close.exec(text);
    if (!closing) break;
    parts.push(text.slice(at, opening.index), change(text.slice(start, closing.index), opening));
    at = closing.index + closing[0].length;
  }
  return parts.join("") + text.slice(at);
}

function convertProse(prose: string, notes: Set<string>): string {
  const plain = replaceBetween(prose, /<!--/g, /-->/g, () => "");
  return replaceBetween(plain, /%%/g, /%%/g, () => "")
    .replace(/\{\{[<%]\s*figure\s([^>%{]*)[>%]\}\}/g, (_, text: string) => toPicture(text))
    .replace(
      /\{\{<\s*(youtube|vimeo)\s+"?(?:id=)?"?([\w-]+)(?![\w-])[^>{]*>\}\}/g,
      (_, site: string, id: string) =>
        site === "youtube" ? `<https://www.youtube.com/watch?v=${id}>` : `<https://vimeo.com/${id}>`,
    )
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"([^"]+)"\s*[>%]\}\}/g, (_, target: string) => target)
    .replace(/\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g, (_, target: string) => `/_posts/${target}.md`)
    .replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, "")
    .replace(/\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g, "")
    .replace(
      /\{\{-?\s*["']([^"'{}]+)["']\s*\|\s*(?:(?:relative|absolute)_url\s*-?|prepend:[^{}]*)\}\}/g,
      "$1",
    )
    .replace(/(\]\([^()\s]*\))\{:[^{}\n]*\}|^\{:[^{}\n]*\}[ \t]*$/gm, "$1")
    .replace(/\{\{[<%]\s*(?:\/\s*)?([\w-]+)|\{%-?\s*(\w+)/g, (whole, hugo?: string, liquid?: string) => {
      notes.add(
        hugo
          ? `The shortcode “${hugo}” means nothing here, and stays as text.`
          : `The tag “${liquid}” means nothing here, and stays as text.`,
      );
      return whole;
    });
}

/** A picture of the attributes of Hugo's figure. */
function toPicture(text: string): string {
  const given = text.trimEnd().replace(/\/$/, "");
  const attributes = new Map(
    [...given.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
      ([, name = "", ...values]) => [name.toLowerCase(), values.find((value) => value !== undefined) ?? ""],
    ),
  );
  const address = attributes.get("src") ?? "";
  if (address === "") return "";
  const alt = attributes.get("alt") || attributes.get("caption") || attributes.get("title") || "";
  return `![${alt.replace(/[[\]\n]/g, " ").trim()}](${/[\s()]/.test(address) ? `<${address}>` : address})`;
}
