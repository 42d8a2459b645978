import { KiB } from "@freehold/protocol/internal";
import type { Token } from "markdown-it";
import { sanitise } from "#sanitiser";
import { escapeHtml } from "../site/html.ts";
import { allowedMarkup, withDiagramsInside } from "./allowed-markup.ts";
import { boundFor, type OutputBound, renderWithin } from "./bound-output.ts";
import { type Heading, listHeadings } from "./headings.ts";
import { textLimits } from "./limits.ts";
import { parser } from "./parser.ts";
import { drawnInside } from "./render-figures.ts";
import { showAsTyped } from "./text/as-typed.ts";
import { cutSource } from "./text/cut-source.ts";
import { readMarkdownOpening, readOpening } from "./text/opening.ts";
import { noParts, type TextSurroundings } from "./text/text-parts.ts";

const textMultiple = 16; // HTML of a text, as a multiple of its Markdown, besides `textExtra`
const textExtra = 64 * KiB;
const excerptMost = 64 * KiB; // HTML of the beginning of a text in a list

export interface RenderedMarkdown {
  /** Safe HTML. */
  readonly html: string;
  /** The text of the heading at the beginning, or null. */
  readonly title: string | null;
  /** The same as safe HTML, where `omitTitle` left it out. */
  readonly titleHtml: string | null;
  /** The beginning of the text, plain, at most 200 characters. */
  readonly summary: string;
  /** The headings with ids, without the one at the beginning where it is left out. */
  readonly headings: readonly Heading[];
  /** Whether something was left out. */
  readonly cut: boolean;
}

type Counter = "isInList" | "diagramCount" | "drawnInside" | "outputLeft" | "pictureCount";

export interface MarkdownOptions extends Omit<TextSurroundings, Counter> {
  /** About how many characters to show, in whole blocks; everything if absent. */
  readonly excerpt?: number;
  /** How many levels deeper headings become; 0 if absent. */
  readonly headingShift?: number;
  /** Leaves out the heading at the beginning; `title` has it all the same. */
  readonly omitTitle?: boolean;
}

// Parsing costs about 0.3 µs a byte: an excerpt never parses more than it can need.
export const sourcePerExcerpt = 8;

/**
 * The largest HTML of a text (decision 0030). Texts that people write become up to 13 times as long if they are all code.
 */
export const textBound: OutputBound = {
  multiple: textMultiple,
  extra: textExtra,
  most: textLimits.textMost,
};
/** The largest HTML of an excerpt, of which a list has many. */
export const excerptBound: OutputBound = { ...textBound, most: excerptMost };

/**
 * Markdown to HTML (design part 1): HTML of the author stays text but for a few elements, and the result is sanitised as well. Pictures of other
 * hosts become links, so that those hosts don't see the reader's IP address.
 *
 * The HTML is at most as large as `textBound` says, plus the drawings inside it (`drawnInside`). A text that would be
 * larger is shown without its figures, quotes, players and sizes of pictures, and one that still would be, as it was typed.
 */
export function renderMarkdown(source: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const rendered = tryToRender(source, options);
  if (rendered !== null) return rendered;
  const { figures, pictures, quotes, files } = options.parts ?? noParts;
  const isPlain = figures.size + pictures.size + quotes.size + files.size === 0;
  const plain = isPlain ? null : tryToRender(source, { ...options, parts: noParts });
  return plain ?? renderAsTyped(source, options);
}

/** @returns null for a text whose HTML would be too large */
function tryToRender(source: string, options: MarkdownOptions): RenderedMarkdown | null {
  const { excerpt, headingShift = 0, omitTitle, ...surroundings } = options;
  const part = partOf(source, excerpt);
  const env: TextSurroundings = { ...surroundings, isInList: excerpt !== undefined };
  const whole = parser.parse(part, env);
  const parsed = excerpt === undefined ? whole : whole.filter(withoutNotes());
  const opening = readOpening(parsed);
  // A heading is three tokens: its start, its text and its end.
  const blocks = omitTitle && opening.title !== null ? parsed.slice(3) : parsed;
  const { tokens, cut } = cutBlocks(blocks, excerpt ?? Number.POSITIVE_INFINITY);
  const found = listHeadings(tokens);
  for (const token of tokens) {
    if (/^h[1-6]$/.test(token.tag)) token.tag = `h${Math.min(6, Number(token.tag[1]) + headingShift)}`;
  }
  const heading = omitTitle && opening.title !== null ? parsed[1] : undefined;
  const allowed = env.diagrams?.path === null ? withDiagramsInside : allowedMarkup;
  const most = boundFor(part, excerpt === undefined ? textBound : excerptBound);
  const rendered = renderWithin(env, most, (bounded) => ({
    html: sanitise(parser.renderer.render(tokens, parser.options, bounded), allowed),
    titleHtml: heading
      ? sanitise(parser.renderer.render([withoutReferences(heading)], parser.options, bounded), titleMarkup)
      : null,
  }));
  if (rendered === null || rendered.html.length > most + drawnInside(env)) return null;
  return { ...rendered, ...opening, headings: found, cut: cut || isCut(source, excerpt) };
}

function renderAsTyped(source: string, { excerpt, messages }: MarkdownOptions): RenderedMarkdown {
  const part = source.slice(0, excerpt ?? source.length);
  const note = messages && `<p><em>${escapeHtml(messages.post.asTyped)}</em></p>\n`;
  return {
    html: `${note ?? ""}${showAsTyped(part)}`,
    title: null,
    titleHtml: null,
    summary: readMarkdownOpening(part).summary,
    headings: [],
    cut: part.length < source.length,
  };
}

function partOf(source: string, excerpt: number | undefined): string {
  return excerpt === undefined ? source : cutSource(source, excerpt * sourcePerExcerpt);
}

const isCut = (source: string, excerpt: number | undefined) =>
  excerpt !== undefined && source.length > excerpt * sourcePerExcerpt;

/** A title is a link itself on some pages: it has no links, and no notes. */
const titleMarkup: typeof allowedMarkup = {
  ...allowedMarkup,
  allowedTags: (allowedMarkup.allowedTags || []).filter((tag) => !["a", "img"].includes(tag)),
};

/** An excerpt has no footnotes and no references to them: they stand below a whole text. */
function withoutNotes(): (token: Token) => boolean {
  let inside = false;
  return (token) => {
    if (token.type === "footnote_block_open") inside = true;
    withoutReferences(token);
    return !inside;
  };
}

function withoutReferences(token: Token): Token {
  token.children = token.children?.filter(({ type }) => type !== "footnote_ref") ?? null;
  return token;
}

/** The first whole blocks, up to the one that reaches the number of characters; the last one is never a heading. */
function cutBlocks(tokens: Token[], characters: number): { tokens: Token[]; cut: boolean } {
  let depth = 0;
  let seen = 0;
  for (const [index, token] of tokens.entries()) {
    depth += token.nesting;
    seen += token.content.length;
    const endsBlock = depth === 0 && token.type !== "heading_close";
    if (endsBlock && seen >= characters && index < tokens.length - 1) {
      return { tokens: tokens.slice(0, index + 1), cut: true };
    }
  }
  return { tokens, cut: false };
}
