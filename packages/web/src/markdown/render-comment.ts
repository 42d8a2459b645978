import MarkdownIt from "markdown-it";
import sanitizeHtml from "sanitize-html";

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
    a: sanitizeHtml.simpleTransform("a", { rel: "nofollow ugc noopener noreferrer" }),
    pre: sanitizeHtml.simpleTransform("pre", { tabindex: "0" }),
  },
};

/** A comment as safe HTML. */
export function renderComment(source: string): string {
  return sanitizeHtml(parser.render(source), allowed);
}
