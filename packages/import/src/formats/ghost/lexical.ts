import { escapeHtml } from "@freehold/protocol/internal";
import { invalidImport } from "../../archives/archive-entries.ts";
import { importFormatLimits as limits } from "../../limits.ts";
import { listOf, objectOf, textOr } from "../read-text.ts";
import { cardToHtml } from "./cards.ts";

type Node = Readonly<Record<string, unknown>>;

/**
 * The HTML of a text as Ghost's editor since version 5 saves it: a tree of Lexical (lexical.dev), with cards.
 *
 * @throws ImportError IMPORT_INVALID for another text
 */
export function lexicalToHtml(lexical: string): string {
  try {
    return inside(objectOf(objectOf(JSON.parse(lexical)).root), 0);
  } catch (error) {
    throw error instanceof SyntaxError ? invalidImport("Its text (lexical) is damaged.", error) : error;
  }
}

function inside(node: Node, depth: number): string {
  if (depth > limits.htmlDepth) return "";
  return listOf(node.children)
    .map((child) => toHtml(child, depth + 1))
    .join("");
}

const elements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    paragraph: "p",
    quote: "blockquote",
    aside: "blockquote",
    listitem: "li",
  }),
);

function toHtml(node: Node, depth: number): string {
  const type = textOr(node.type).replace(/^extended-/, "");
  if (type === "text") return formatText(escapeHtml(textOr(node.text)), Number(node.format) || 0);
  if (type === "linebreak") return "<br>";
  if (type === "link" || type === "autolink")
    return `<a href="${escapeHtml(textOr(node.url))}">${inside(node, depth)}</a>`;
  const tag =
    type === "heading" || type === "list"
      ? /^(?:h[1-6]|ul|ol)$/.exec(textOr(node.tag))?.[0]
      : elements.get(type);
  if (tag !== undefined) return `<${tag}>${inside(node, depth)}</${tag}>`;
  return cardToHtml(type, node) || inside(node, depth);
}

const formats = ["b", "i", "s", "u", "code", "sub", "sup"];

/** Each bit of the format is one kind. */
function formatText(text: string, bits: number): string {
  return formats.reduce((html, tag, bit) => ((bits >> bit) & 1 ? `<${tag}>${html}</${tag}>` : html), text);
}
