import { escapeHtml } from "@freehold/protocol/internal";
import { invalidImport } from "../../errors.ts";
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
  if (node.type === "list") return items(node, depth);
  return listOf(node.children)
    .map((child) => toHtml(child, depth + 1))
    .join("");
}

/** The items of a list. An item that holds only a list is a part of the item before it. */
function items(list: Node, depth: number): string {
  let html = "";
  let isOpen = false;
  for (const item of listOf(list.children)) {
    const parts = listOf(item.children);
    const isNested = parts.length > 0 && parts.every(({ type }) => type === "list");
    if (!isNested || !isOpen) html += isOpen ? "</li><li>" : "<li>";
    html += inside(item, depth + 1);
    isOpen = true;
  }
  return isOpen ? `${html}</li>` : "";
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
  if (type === "tab") return "\t";
  if (unfinished.has(type)) return "";
  if (type === "tk") return escapeHtml(textOr(node.text));
  if (type === "link" || type === "autolink")
    return `<a href="${escapeHtml(textOr(node.url))}">${inside(node, depth)}</a>`;
  const tag =
    type === "heading" || type === "list"
      ? /^(?:h[1-6]|ul|ol)$/.exec(textOr(node.tag))?.[0]
      : elements.get(type);
  const start = tag === "ol" && Number.isSafeInteger(node.start) ? ` start="${Number(node.start)}"` : "";
  if (tag !== undefined) return `<${tag}${start}>${inside(node, depth)}</${tag}>`;
  return cardToHtml(type, node) || inside(node, depth);
}

/** The parts of a search for a link that its author has not ended, and the space beside it. */
const unfinished = new Set(["at-link", "at-link-search", "zwnj"]);

const formats = ["b", "i", "s", "u", "code", "sub", "sup", "mark"];

/** Each bit of the format is one kind. */
function formatText(text: string, bits: number): string {
  return formats.reduce((html, tag, bit) => ((bits >> bit) & 1 ? `<${tag}>${html}</${tag}>` : html), text);
}
