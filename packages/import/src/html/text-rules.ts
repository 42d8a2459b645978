import type TurndownService from "turndown";
import { holdsBlocks } from "./block-rules.ts";

const wrap = (mark: string) => (content: string) =>
  content.trim() === "" || holdsBlocks(content) ? content : `${mark}${content}${mark}`;

/** Rules for elements within a line. */
export const textRules: Readonly<Record<string, TurndownService.Rule>> = {
  emphasis: { filter: ["em", "i"], replacement: (content, node) => emphasize(content, node, "*") },
  strong: { filter: ["strong", "b"], replacement: (content, node) => emphasize(content, node, "**") },
  struck: { filter: ["del", "s", "strike" as "s"], replacement: wrap("~~") },
  raised: { filter: ["sup", "sub"], replacement: shift },
  kept: {
    filter: (node) => /^(?:INS|KBD|MARK|SMALL|U)$/.test(node.nodeName),
    replacement: (content, node) => keepElement(content, node),
  },
  quoted: { filter: "q", replacement: (content) => `“${content}”` },
  reading: {
    filter: "rt",
    replacement: (content, node) => (node.parentElement?.querySelector("rp") ? content : `(${content})`),
  },
  task: {
    filter: (node) => node.nodeName === "INPUT",
    replacement: (_content, node) =>
      node.getAttribute("type") === "checkbox" && node.parentElement?.closest("li")
        ? node.hasAttribute("checked")
          ? "[x] "
          : "[ ] "
        : "",
  },
};

const sameMark: Readonly<Record<string, readonly string[]>> = { "*": ["EM", "I"], "**": ["STRONG", "B"] };
const blocks = "p, div, ul, ol, blockquote, table, pre, h1, h2, h3, h4, h5, h6";

/**
 * Marks a text as CommonMark can read it: a mark between punctuation and a letter has no effect, as in `**字。**字`, so such
 * punctuation is moved outside of the marks.
 */
function emphasize(content: string, node: HTMLElement, mark: string): string {
  // Ghost and others write both elements of a mark, one in the other.
  let around = node.parentElement;
  while (around && !sameMark[mark]?.includes(around.nodeName)) around = around.parentElement;
  if (around && !around.querySelector(blocks)) return content;
  // A mark around several paragraphs has no effect.
  if (content.trim() === "" || holdsBlocks(content)) return content;
  const opensWord = /[\p{L}\p{N}]$/u.test(node.previousSibling?.textContent ?? "");
  const endsWord = /^[\p{L}\p{N}]/u.test(node.nextSibling?.textContent ?? "");
  const [before = ""] = (opensWord && /^[“‘「『《（"']{1,4}/u.exec(content)) || [];
  const [behind = ""] = (endsWord && /[。，、！？：；」』》）”’….,!?:;"']{1,4}$/u.exec(content)) || [];
  const inner = content.slice(before.length, content.length - behind.length);
  return inner === "" ? content : `${before}${mark}${inner}${mark}${behind}`;
}

const raised: Readonly<Record<string, string>> = Object.fromEntries(
  [..."0123456789+-=()n"].map((sign, at) => [sign, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"][at] ?? sign]),
);
const lowered: Readonly<Record<string, string>> = Object.fromEntries(
  [..."0123456789+-=()"].map((sign, at) => [sign, [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"][at] ?? sign]),
);

/** Raised and lowered digits are signs of their own. */
function shift(content: string, node: HTMLElement): string {
  const table = node.nodeName === "SUP" ? raised : lowered;
  const signs = [...content];
  return signs.every((sign) => table[sign] !== undefined)
    ? signs.map((sign) => table[sign]).join("")
    : keepElement(content, node);
}

/** An element that the node's Markdown has, too (decision 0047), unless there are blocks or a footnote in it. */
function keepElement(content: string, node: HTMLElement): string {
  const name = node.nodeName.toLowerCase();
  const inner = content.trim();
  if (inner === "" || holdsBlocks(content) || /\[\^|\n\s*\n/.test(inner)) return content;
  const before = content.startsWith(inner) ? "" : " ";
  const behind = content.endsWith(inner) ? "" : " ";
  return `${before}<${name}>${inner}</${name}>${behind}`;
}
