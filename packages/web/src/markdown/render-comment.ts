import { KiB } from "@freehold/protocol/internal";
import MarkdownIt from "markdown-it";
import type sanitizeHtml from "sanitize-html";
import { sanitise } from "#sanitiser";
import { links } from "./addresses.ts";
import { names, withAttributes } from "./allowed-markup.ts";
import { boundFor, countOutput, type OutputBound, renderWithin } from "./bound-output.ts";
import { elementsInLines } from "./elements/inline.ts";
import { textLimits } from "./limits.ts";
import { limitNesting } from "./nesting.ts";
import { showAsTyped } from "./text/as-typed.ts";
import { dropControlCharacters } from "./text/control-characters.ts";
import { directions } from "./text/direction.ts";
import { emphasis } from "./text/emphasis.ts";

const commentMultiple = 8; // HTML of a comment, as a multiple of its source, besides `commentExtra`
const commentExtra = 2 * KiB;

/** Anybody writes comments: their links lead to pages and mails alone. */
const commentSchemes = ["http", "https", "mailto"];

/**
 * The parser of comments: text, links, lists, code and elements within lines; no pictures, no headings, no tables, and no
 * definitions of links, which repeat one long address at a few characters each.
 */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
  .disable(["image", "heading", "lheading", "table", "hr", "reference"])
  .use(dropControlCharacters)
  .use(emphasis)
  .use(elementsInLines)
  .use(directions)
  .use(limitNesting)
  .use(links, commentSchemes)
  .use(countOutput);

/** A page has 50 comments, and anybody may write them (decision 0030). */
export const commentBound: OutputBound = {
  multiple: commentMultiple,
  extra: commentExtra,
  most: textLimits.textMost,
};

const allowed: sanitizeHtml.IOptions = {
  allowedTags: names("p br em strong s a code pre blockquote ul ol li del ins kbd mark small sub sup u"),
  allowedAttributes: {
    "*": ["dir"],
    a: ["href", "rel"],
    ol: ["start"],
    pre: ["tabindex"],
  },
  allowedSchemes: commentSchemes,
  allowProtocolRelative: false,
  transformTags: {
    a: withAttributes({ rel: "nofollow ugc noopener noreferrer" }),
    pre: withAttributes({ tabindex: "0" }),
  },
};

/** A comment as safe HTML, at most as large as `commentBound` says; one that would be larger is shown as it was typed. */
export function renderComment(source: string): string {
  const most = boundFor(source, commentBound);
  const html = renderWithin({}, most, (env) => sanitise(parser.render(source, env), allowed));
  return html === null || html.length > most ? showAsTyped(source) : html;
}
