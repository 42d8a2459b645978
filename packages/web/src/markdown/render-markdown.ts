import type { Token } from "markdown-it";
import sanitizeHtml from "sanitize-html";
import type { Messages } from "../messages/site/en.ts";
import { allowedMarkup } from "./allowed-markup.ts";
import { readOpening } from "./opening.ts";
import { parser } from "./parser.ts";
import type { TextSurroundings } from "./text-parts.ts";
import { noParts, type TextParts } from "./text-parts.ts";

export interface RenderedMarkdown {
  /** Safe HTML. */
  readonly html: string;
  /** The text of the heading that the Markdown begins with, or null. */
  readonly title: string | null;
  /** The first words, plain, at most 200 characters; empty when there are none. */
  readonly summary: string;
  /** Whether something was left out. */
  readonly cut: boolean;
}

export interface MarkdownOptions {
  /** About so many characters, in whole blocks; everything when it is absent. */
  readonly excerpt?: number;
  /** How many levels deeper headings stand than they were written; 0 when it is absent. */
  readonly headingShift?: number;
  /** Leaves the heading out that the text begins with; `title` has it all the same. */
  readonly omitTitle?: boolean;
  /** What the text refers to; without it, references are shown as they were written. */
  readonly parts?: TextParts;
  /** Tells the notes of texts on one page apart. */
  readonly name?: string;
  readonly messages?: Messages;
  /** Where the diagrams of this text are served, and the theme of the page; without it, they are shown as their source. */
  readonly diagrams?: TextSurroundings["diagrams"];
  /** Loads the first picture at once, for it is seen at once. */
  readonly eager?: boolean;
  /** The address of the node that the text comes from, when it is another one: its paths lead there. */
  readonly origin?: string;
  /** Where on this node the bytes with a hash are had, whichever node a text names for them; null where they are not kept. */
  readonly contentAt?: TextSurroundings["contentAt"];
}

// Parsing costs about 0.3 µs a byte: an excerpt never parses more than it can need.
export const sourcePerExcerpt = 8;

/**
 * Markdown to HTML (design part 1): HTML of the author stays text, and the result is sanitised as well.
 * Pictures of other hosts become links, so that those hosts don't see the reader's IP address.
 */
export function renderMarkdown(source: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const { excerpt, headingShift = 0 } = options;
  const part = excerpt === undefined ? source : source.slice(0, excerpt * sourcePerExcerpt);
  const { parts = noParts, name: docId, messages, diagrams, eager, origin, contentAt } = options;
  const env: TextSurroundings = { parts, docId, messages, diagrams, eager, origin, contentAt };
  const whole = parser.parse(part, env);
  const parsed = excerpt === undefined ? whole : whole.filter(withoutNotes());
  const opening = readOpening(parsed);
  const titled = options.omitTitle === true && opening.title !== null;
  // A heading is three tokens: where it opens, its words, where it closes.
  const { tokens, cut } = cutBlocks(titled ? parsed.slice(3) : parsed, excerpt ?? Number.POSITIVE_INFINITY);
  for (const token of tokens) {
    if (/^h[1-6]$/.test(token.tag)) token.tag = `h${Math.min(6, Number(token.tag[1]) + headingShift)}`;
  }
  const html = sanitizeHtml(parser.renderer.render(tokens, parser.options, env), allowedMarkup);
  return { html, ...opening, cut: cut || part.length < source.length };
}

/** Notes stand below a whole text, so an excerpt has none, and nothing that leads to them. */
function withoutNotes(): (token: Token) => boolean {
  let inside = false;
  return (token) => {
    if (token.type === "footnote_block_open") inside = true;
    if (token.children) token.children = token.children.filter(({ type }) => type !== "footnote_ref");
    return !inside;
  };
}

/**
 * The first whole blocks of a Markdown text, about so many characters: it ends with the block that reaches the
 * measure, and never with a heading.
 */
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
