import { escapeHtml, isRecord } from "@freehold/protocol/internal";
import { importFormatLimits as limits } from "../../limits.ts";
import { textOr } from "../read-text.ts";

/** The parts of an export that the text of a post refers to. */
export interface BlockContext {
  /** The content of a shared block (a synced pattern), by its id; null where the export lacks it. */
  readonly shared: (id: string) => string | null;
  /** The post's field `footnotes`, or "". */
  readonly footnotes: string;
  readonly notes: Set<string>;
}

// Shared blocks may hold others.
const deepest = 5;
// The editor writes no `<` and `>` into settings.
const block = /<!--\s{1,5}wp:([a-z][\w/-]{0,80})(\s{1,5}\{[^<>]*\})?\s{1,5}\/-->/g;
/** Blocks without words of their own. */
const wordless =
  /^(?:core\/)?(?:footnotes|spacer|separator|more|nextpage|page-break|post-(?:title|content|excerpt|date|featured-image|author\w*|terms|navigation-link|comments\w*)|site-\w+|navigation\w*|search|loginout|home-link|avatar|template-part|pattern)$/;

/** Replaces the blocks of the block editor whose text is not where they stand: shared ones, footnotes, and those that keep it in their settings. */
export function replaceBlocks(content: string, context: BlockContext): string {
  if (!content.includes("<!-- wp:")) return content;
  const expanded = expand(addCovers(content), { ...context, room: limits.htmlLength }, 0);
  return addFootnotes(expanded, context.footnotes);
}

const cover = /<!--\s{1,5}wp:(?:core\/)?cover(?:-image)?\s{1,5}(\{[^<>]*\})\s{1,5}-->/g;

/** The picture or film behind a cover, which older versions have in its style alone. */
function addCovers(content: string): string {
  return content.replace(cover, (whole, json: string) => {
    const { url, alt, backgroundType } = parse(json);
    const address = escapeHtml(textOr(url));
    if (!/^https?:/.test(address) || content.includes(`src="${address}"`)) return whole;
    const isFilm = backgroundType === "video";
    return `${whole}\n${isFilm ? `<video src="${address}"></video>` : `<img src="${address}" alt="${escapeHtml(textOr(alt))}">`}\n`;
  });
}

/** The characters that shared blocks may still add to a post. */
type Expansion = BlockContext & { room: number };

function expand(content: string, context: Expansion, depth: number): string {
  return content.replace(block, (_whole, name: string, json: string | undefined) => {
    const settings = parse(json);
    if (name === "block" || name === "core/block") {
      const ref = settings.ref;
      const shared =
        depth < deepest && (typeof ref === "number" || typeof ref === "string")
          ? context.shared(String(ref))
          : null;
      if (shared === null || shared.length > context.room) {
        context.notes.add("A shared block is not in the file, so its text is missing.");
        return "";
      }
      context.room -= shared.length;
      const own = isRecord(settings.content) ? wordsOf(settings.content, 0) : [];
      return `${expand(shared, context, depth + 1)}${own.join("\n")}`;
    }
    if (name.endsWith("social-link") && typeof settings.url === "string")
      return link(settings.url, textOr(settings.label) || textOr(settings.service) || settings.url);
    if (wordless.test(name)) return "";
    context.notes.add(`The block “${name}” was left out; the words in its settings were kept.`);
    return wordsOf(settings, 0).join("\n");
  });
}

function parse(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const link = (href: string, text: string) =>
  `\n<p><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>\n`;
/** Settings of which the name or the form says that nobody reads them. */
const unread =
  /^_|(?:id|class|classname|color|style|type|align|alignment|layout|size|anchor|lock|theme|slug|icon|name|key|font|mode|service)$/i;

/** The words and the addresses in the settings of a block, as paragraphs. */
function wordsOf(value: unknown, depth: number): readonly string[] {
  if (depth > 8 || !(isRecord(value) || Array.isArray(value))) return [];
  return Object.entries(value)
    .slice(0, 500)
    .flatMap(([name, field]) => {
      if (typeof field !== "string") return wordsOf(field, depth + 1);
      if (unread.test(name) || field.trim() === "") return [];
      if (/^https?:\/\/\S+$/.test(field.trim())) return [link(field.trim(), field.trim())];
      // Words, and no number, colour or name of a choice.
      return /\s|[^\x20-\x7e]|^[A-Z][a-z]+[.!?]?$/.test(field.trim()) &&
        !/^[\d\s.,%#a-z()-]{1,20}(?:px|em|%)/.test(field)
        ? [`\n<p>${field}</p>\n`]
        : [];
    });
}

/** Writes the notes of the block editor, which stand in a field of the post, as the list that its theme shows. */
function addFootnotes(content: string, footnotes: string): string {
  const notes = listOf(footnotes);
  if (notes.length === 0) return content;
  const items = notes.map(({ id, content: text }, at) => {
    const number = at + 1;
    return { id, number, html: `<li id="note-${number}">${text}</li>` };
  });
  const numbers = new Map(items.map(({ id, number }) => [id, number]));
  const referred = content.replace(
    /<sup[^<>]{0,300}\bdata-fn="([^"<>]{1,100})"[^<>]{0,300}>(?:[^<]|<(?!\/sup>)){0,500}<\/sup>/g,
    (whole, id: string) => {
      const number = numbers.get(id);
      return number === undefined ? whole : `<sup><a href="#note-${number}">${number}</a></sup>`;
    },
  );
  return `${referred}\n<ol>${items.map(({ html }) => html).join("")}</ol>\n`;
}

function listOf(json: string): readonly { readonly id: string; readonly content: string }[] {
  try {
    const list: unknown = JSON.parse(json || "[]");
    return (Array.isArray(list) ? list : []).flatMap((one: unknown) =>
      isRecord(one) && typeof one.id === "string" && typeof one.content === "string"
        ? [{ id: one.id, content: one.content }]
        : [],
    );
  } catch {
    return [];
  }
}
