import { ImportError } from "../errors.ts";
import { type MarkdownFile, readFrontMatter } from "./front-matter.ts";

const namedFence = /^(?:---([a-z]+)|;;;)[ \t]*\r?\n/i;
const languages: Readonly<Record<string, "---" | "+++">> = {
  yaml: "---",
  yml: "---",
  json: "---",
  toml: "+++",
};
/** A first line that begins a header of MultiMarkdown and Pelican. */
const firstOfHeader = /^(?:title|date|author|slug|tags|category|status|summary|layout|draft)[ \t]*:(?!:)/i;
const lineOfHeader = /^([a-z][\w -]{0,30}):(?!:)(.*)$/i;

/**
 * Takes the front matter off a Markdown file that comes by itself: besides that of `readFrontMatter` one whose fence names its language
 * (`---toml`), JSON between `;;;`, and a header of lines (`Title: …`). A site of Jekyll or Hugo knows none of these.
 *
 * @throws ImportError VALIDATION_FAILED for front matter that can't be read
 */
export function readWrittenFrontMatter(source: string): MarkdownFile {
  const text = source.replace(/^[\ufeff\u200b]+/, "").replace(/^\s+(?=---|\+\+\+|;;;|\{)/, "");
  const nikola = readComment(text);
  if (nikola) return nikola;
  const fence = namedFence.exec(text);
  if (!fence) return readHeader(text) ?? readFrontMatter(text);
  const start = fence[0].length;
  const end = /^(?:---|;;;)[ \t]*\r?$/m.exec(text.slice(start));
  const mark = languages[(fence[1] ?? "json").toLowerCase()];
  if (!end || mark === undefined)
    throw new ImportError("VALIDATION_FAILED", "its front matter has no end, or is in another language");
  const matter = text.slice(start, start + end.index);
  return readFrontMatter(
    `${mark}\n${matter}${mark}\n${text.slice(start + end.index + end[0].length).trimStart()}`,
  );
}

/** The front matter of Nikola: lines `.. title: …` in a comment; null for another text. */
function readComment(text: string): MarkdownFile | null {
  const [whole = "", lines = ""] =
    /^<!--\s{1,9}((?:\.\. [^\n]{0,2000}\n){1,60})\s{0,9}-->[ \t]*\n/.exec(text) ?? [];
  const fields = [...lines.matchAll(/^\.\. ([\w-]{1,60}):[ \t]*(.*)$/gm)];
  if (fields.length === 0) return null;
  return {
    fields: new Map(fields.map(([, name = "", value = ""]) => [name.toLowerCase(), value.trim()])),
    body: text.slice(whole.length),
  };
}

/** The front matter of MultiMarkdown and Pelican; null for a text that does not begin with two such lines and an empty one. */
function readHeader(text: string): MarkdownFile | null {
  if (!firstOfHeader.test(text)) return null;
  const fields = new Map<string, string>();
  let last = "";
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("\n", at) + 1 || text.length;
    const line = text.slice(at, next).trimEnd();
    at = next;
    if (line === "") break;
    const [, name, value = ""] = lineOfHeader.exec(line) ?? [];
    if (name !== undefined) last = name.toLowerCase();
    else if (!/^[ \t]/.test(line)) return null;
    fields.set(last, name === undefined ? `${fields.get(last) ?? ""} ${line.trim()}` : value.trim());
  }
  return fields.size < 2 ? null : { fields, body: text.slice(at) };
}
