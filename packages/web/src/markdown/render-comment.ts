import MarkdownIt from "markdown-it";
import type sanitizeHtml from "sanitize-html";
import { sanitise } from "#sanitiser";
import { withAttributes } from "./allowed-markup.ts";

/** The parser of comments: text, links, lists and code; no pictures, no headings, no tables. */
const parser = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable([
  ...["image", "heading", "lheading", "table", "hr"],
]);

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...["p", "br", "em", "strong", "s", "a", "code", "pre", "blockquote", "ul", "ol", "li"]],
  allowedAttributes: { a: ["href", "rel"], ol: ["start"], pre: ["tabindex"] },
  allowedSchemes: ["http", "https", "mailto"],
  allowProtocolRelative: false,
  transformTags: {
    a: withAttributes({ rel: "nofollow ugc noopener noreferrer" }),
    pre: withAttributes({ tabindex: "0" }),
  },
};

/** A comment as safe HTML. */
export function renderComment(source: string): string {
  return sanitise(parser.render(source), allowed);
}
