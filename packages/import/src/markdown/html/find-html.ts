import MarkdownIt, { type Token } from "markdown-it";
import { escapeText, joinLines } from "../../html/escape-text.ts";
import { noteBlocks } from "../note-blocks.ts";
import { createTagTest, formingNames, isComponent, isElement, tagsOf } from "./html-names.ts";
import { protect, splitInline } from "./inline-html.ts";
import { KeptParts } from "./kept-parts.ts";
import { separateBlocks } from "./separate-blocks.ts";

/** HTML that is converted by itself. */
interface Fragment {
  readonly html: string;
  /** The parts of its Markdown that are put back afterwards. */
  readonly kept: KeptParts;
}

/** Lines of a text in which there is HTML. */
export interface HtmlPlace {
  readonly from: number;
  readonly to: number;
  readonly fragments: readonly Fragment[];
  /** Makes the new text of these lines, without the prefix, of the converted fragments. */
  readonly compose: (converted: readonly string[]) => string;
  /** The beginning of the lines inside a quote or a list. */
  readonly prefix: { readonly first: string; readonly next: string };
  readonly isBlock: boolean;
}

interface FoundHtml {
  /** The lines of the text; each may become several. */
  readonly lines: string[][];
  readonly places: readonly HtmlPlace[];
  /** Names of components, which only their site knows. */
  readonly components: ReadonlySet<string>;
}

const lineBreak = "\uE01D";
const noPrefix = { first: "", next: "" };
const parser = new MarkdownIt({ html: true }).use(noteBlocks);

/** Finds the HTML of a Markdown text by a parser of CommonMark. */
export function findHtml(source: string): FoundHtml {
  const text = separateBlocks(parser, source);
  const env: Record<string, unknown> = {};
  const tokens = parser.parse(text, env);
  const lines = text.split("\n");
  const components = new Set<string>();
  const places: HtmlPlace[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) break;
    if (token.type === "tr_open" && token.map) {
      let end = index;
      while (end < tokens.length && tokens[end]?.type !== "tr_close") end += 1;
      const place = placeOfRow(lines, token.map[0], {
        cells: tokens.slice(index, end).filter(holdsHtml),
        env,
        components,
      });
      if (place) places.push(place);
      index = end;
      continue;
    }
    if (token.type === "html_block" && token.map) {
      const end = token.level === 0 ? endOfRegion(tokens, index) : index;
      const last = lastLine(tokens, index, end);
      const place = placeOfBlock(lines, token, { to: last, isRegion: end > index, env, components });
      if (place) places.push(place);
      index = end;
    } else if (holdsHtml(token)) {
      const place = placeOfInline(lines, token, { env, components });
      if (place) places.push(place);
    }
  }
  return { lines: lines.map((line) => [line]), places, components };
}

/** A block of HTML whose list, quote or table ends only in a later block: the number of that block. */
function endOfRegion(tokens: readonly Token[], from: number): number {
  let depth = balanceOf(tokens[from]);
  if (depth <= 0) return from;
  for (let index = from + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.type !== "html_block" && token?.type !== "inline") continue;
    depth += balanceOf(token);
    if (depth > 0) continue;
    // To the end of the block of the outermost level.
    while (index < tokens.length - 1 && (tokens[index]?.level ?? 0) > 0) index += 1;
    return index;
  }
  return from;
}

/** How many elements that give blocks a form are still open behind a token. */
function balanceOf(token: Token | undefined): number {
  const html =
    token?.type === "inline"
      ? (token.children ?? []).map(({ type, content }) => (type === "html_inline" ? content : "")).join("")
      : (token?.content ?? "");
  let open = 0;
  for (const { name, closes, isSingle } of tagsOf(html))
    if (!isSingle && formingNames.has(name.toLowerCase()) && !/^(?:li|t[dhr]|d[td])$/i.test(name))
      open += closes ? -1 : 1;
  return open;
}

function lastLine(tokens: readonly Token[], from: number, to: number): number {
  return Math.max(...tokens.slice(from, to + 1).map(({ map }) => map?.[1] ?? 0));
}

interface Block extends Surroundings {
  readonly to: number;
  /** Other blocks than HTML are in it. */
  readonly isRegion: boolean;
}

function placeOfBlock(
  lines: readonly string[],
  token: Token,
  { to, isRegion, env, components }: Block,
): HtmlPlace | null {
  const [from = 0] = token.map ?? [];
  const tags = tagsOf(token.content);
  const [only] = tags;
  if (only && isComponent(only.name) && token.content.trim() === token.content.slice(only.at, only.end)) {
    components.add(only.name);
    const label = labelOf(token.content);
    return { from, to: from + 1, fragments: [], compose: () => label, prefix: noPrefix, isBlock: true };
  }
  const isTag = createTagTest(token.content, tags);
  for (const [index, { name }] of tags.entries()) if (!isElement(name) && isTag(index)) components.add(name);
  const isWord = tags.length > 0 && !tags.some((_, index) => isTag(index));
  if (isWord) return null;
  let end = to;
  while (end > from + 1 && lines[end - 1]?.trim() === "") end -= 1;
  const kept = new KeptParts("markdown");
  const raw = new KeptParts("html");
  const source = lines.slice(from, end).join("\n");
  const html = isRegion ? raw.restore(parser.render(protect(source, kept, raw), env)) : token.content;
  const prefix =
    token.level === 0 ? noPrefix : prefixOf(lines[from] ?? "", token.content.split("\n")[0] ?? "");
  return (
    prefix && {
      from,
      to: end,
      fragments: [{ html, kept }],
      compose: ([text = ""]) => text,
      prefix,
      isBlock: true,
    }
  );
}

/** The words that a component shows above its content, as the label of a tab. */
function labelOf(tag: string): string {
  const [, , words = ""] = /\s(?:label|title|header|summary)=("|')([^"'<>{}\n]{1,200})\1/.exec(tag) ?? [];
  return words === "" ? "" : `**${escapeText(words)}**`;
}

/** The beginning of a line before its content; null where the content is not its end. */
function prefixOf(line: string, content: string): HtmlPlace["prefix"] | null {
  const at = line.lastIndexOf(content.trimEnd());
  if (at === -1) return null;
  const first = line.slice(0, at);
  return { first, next: first.replace(/[^\s>]/g, " ") };
}

interface Surroundings {
  readonly env: Record<string, unknown>;
  readonly components: Set<string>;
}

const holdsHtml = ({ type, children }: Token) =>
  type === "inline" && children?.some((child) => child.type === "html_inline") === true;

/** The cells of a row with HTML in them; the text around them stays. */
function placeOfRow(
  lines: readonly string[],
  row: number,
  { cells, env, components }: Surroundings & { readonly cells: readonly Token[] },
): HtmlPlace | null {
  if (cells.length === 0) return null;
  const parts = cells.map(({ content }) => partsOf(content, env, components));
  const compose = (converted: readonly string[]) => {
    let line = lines[row] ?? "";
    let at = 0;
    for (const [index, { content }] of cells.entries()) {
      const part = parts[index];
      const count = part?.fragments.length ?? 0;
      const text = joinLines(part?.compose(converted.slice(at, at + count)) ?? "");
      at += count;
      const written = [content.replaceAll("|", "\\|"), content].find((one) => line.includes(one)) ?? content;
      line = line.replace(written, () => text.replace(/(?<!\\)\|/g, "\\|"));
    }
    return line;
  };
  const fragments = parts.flatMap((part) => part.fragments);
  return { from: row, to: row + 1, fragments, compose, prefix: noPrefix, isBlock: false };
}

function placeOfInline(
  lines: readonly string[],
  token: Token,
  { env, components }: Surroundings,
): HtmlPlace | null {
  const [from, to] = token.map ?? [0, 0];
  const contents = token.content.split("\n");
  const prefixes = contents.map((content, index) => prefixOf(lines[from + index] ?? "", content));
  const [first] = prefixes;
  if (token.map === null || !first || prefixes.some((one) => one === null)) return null;
  const parts = partsOf(token.content, env, components);
  const isHeading = /^[\s>]*#/.test(first.first);
  return {
    from,
    to: Math.max(to, from + contents.length),
    fragments: parts.fragments,
    compose: (converted) => {
      const text = parts.compose(converted);
      return isHeading ? joinLines(text) : text;
    },
    prefix: { first: first.first, next: prefixes[1]?.first ?? first.next },
    isBlock: false,
  };
}

/** The HTML of a line, with the letters beside it: a mark inside a word is written in another way. */
function partsOf(content: string, env: Record<string, unknown>, components: Set<string>) {
  const parts = splitInline(content);
  const fragments: Fragment[] = [];
  const slots = parts.map((part, index): ((converted: readonly string[]) => string) => {
    if (part.kind === "text") return () => part.text;
    if (part.kind === "break") return () => lineBreak;
    if (part.kind === "component") {
      components.add(part.name);
      return () => "";
    }
    const [before, behind] = [parts[index - 1], parts[index + 1]];
    const isInWord = before?.kind === "text" && /[\p{L}\p{N}]$/u.test(before.text) ? "x" : "";
    const isBeforeWord = behind?.kind === "text" && /^[\p{L}\p{N}]/u.test(behind.text) ? "x" : "";
    const [kept, raw] = [new KeptParts("markdown"), new KeptParts("html")];
    const html = raw.restore(parser.renderInline(protect(part.text, kept, raw), env));
    const at = fragments.push({ html: `${isInWord}${html}${isBeforeWord}`, kept }) - 1;
    const edges = /^<figure[\s>]/i.test(part.text) ? asParagraph : edgesOf(part.text);
    const isAfterBlank = before?.kind === "text" && /\s$/.test(before.text);
    const isBeforeBlank = behind?.kind === "text" && /^\s/.test(behind.text);
    return (converted) => {
      const whole = converted[at] ?? "";
      const text = whole.slice(isInWord.length, whole.length - isBeforeWord.length);
      const isInWords = edges !== asParagraph;
      const first = isInWords && (isAfterBlank || /^\s/.test(text)) ? "" : edges.first;
      const last = isInWords && (isBeforeBlank || /\s$/.test(text)) ? "" : edges.last;
      return `${first}${text}${last}`;
    };
  });
  return {
    fragments,
    compose: (converted: readonly string[]) =>
      breakLines(slots.map((slot) => slot(converted)).join(""))
        .replace(/\n{3,}/g, "\n\n")
        .trim(),
  };
}

/** A figure is a paragraph, also where it was written in a line. */
const asParagraph = { first: "\n\n", last: "\n\n" };

/** The blank or the break with which the content of an element begins and ends, which is no part of the converted text. */
function edgesOf(html: string): { first: string; last: string } {
  const [, first = ""] = /^(?:<[^<>]{1,500}>)*?(<br\s{0,9}\/?>|[ \t\n])/i.exec(html) ?? [];
  const [, last = ""] = /(<br\s{0,9}\/?>|[ \t\n])(?:<\/[^<>]{1,60}>)*$/i.exec(html.slice(-500)) ?? [];
  const shown = (edge: string) => (edge.length > 1 ? lineBreak : edge === "" ? "" : " ");
  return { first: shown(first), last: shown(last) };
}

/** One break ends a line, and several end a paragraph. */
function breakLines(text: string): string {
  const [first = "", ...others] = text.split(lineBreak);
  let broken = first;
  for (const [index, part] of others.entries()) {
    if (part.trim() === "" && index < others.length - 1) broken = `${broken.trimEnd()}\n\n`;
    else broken = broken.endsWith("\n\n") ? broken + part.trimStart() : `${broken.trimEnd()}  \n${part}`;
  }
  return broken;
}
