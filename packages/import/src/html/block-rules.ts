import type TurndownService from "turndown";
import { escapeText, joinLines } from "./escape-text.ts";
import { isGallery, widthOf } from "./figure-elements.ts";
import { writeFigure } from "./figures.ts";

const paragraph = (content: string) => `\n\n${content.trim()}\n\n`;

/** Elements in which a paragraph may have no room: an item without empty lines, a cell, a heading. */
const withinLines = "li, table, dt, summary, h1, h2, h3, h4, h5, h6, pre";
/** Those in which an element around blocks has none. */
const withoutRoom = withinLines.replace("li", "a");

/** Rules for blocks, apart from code, tables and footnotes. */
export const blockRules: Readonly<Record<string, TurndownService.Rule>> = {
  // The title is the heading of the first level.
  heading: {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content, node) => {
      const text = joinLines(content);
      if (text === "") return "";
      // A link and the words of a folded part hold no heading.
      if (node.parentElement?.closest("a, summary")) return paragraph(text);
      const level = "#".repeat(Math.max(2, Number(node.nodeName[1])));
      // Signs at the end would be taken for the end of the heading.
      return holdsBlocks(content)
        ? paragraph(content)
        : paragraph(`${level} ${text.replace(/(^|\s)(#+)$/, "$1\\$2")}`);
    },
  },
  item: { filter: "li", replacement: (content, node) => listItem(content, node) },
  caption: {
    filter: ["figcaption", "caption"],
    replacement: (content) => {
      if (content.trim() === "") return "";
      return holdsBlocks(content) ? paragraph(content) : paragraph(`_${joinLines(content)}_`);
    },
  },
  figure: {
    filter: (node) => isGallery(node),
    replacement: (content, node) => {
      const isOwnParagraph = !node.parentElement?.closest(withinLines);
      return `\n\n${writeFigure(content, { isOwnParagraph, width: widthOf(node) })}\n\n`;
    },
  },
  term: {
    filter: ["dt", "summary"],
    replacement: (content, node) => {
      if (content.trim() === "") return "";
      if (isFolded(node.parentElement)) return paragraph(`<summary>${joinLines(content)}</summary>`);
      return /\n|\*\*/.test(content.trim()) ? paragraph(content) : paragraph(`**${content.trim()}**`);
    },
  },
  details: {
    filter: "details",
    replacement: (content, node) =>
      isFolded(node) ? enclose("details", content.trim().replace(/^<summary>/, "\n$&")) : paragraph(content),
  },
  aligned: {
    filter: (node) => alignmentOf(node) !== null,
    replacement: (content, node) => enclose(`p align="${alignmentOf(node)}"`, `\n\n${content.trim()}`),
  },
  callout: {
    filter: (node) => node.nodeName === "DIV" && /(?:^| )kg-callout-card(?: |$)/.test(node.className),
    replacement: (content) => paragraph(content.trim().replace(/\n\n/, " ").replace(/^/gm, "> ")),
  },
  embed: {
    filter: (node) => node.hasAttribute("data-embed"),
    replacement: (content, node) => {
      const shown = content.trim();
      const quoted = node.nodeName === "BLOCKQUOTE" ? shown.replace(/^/gm, "> ") : shown;
      return paragraph(`${shown === "" ? "" : quoted}${embedLink(node, shown)}`);
    },
  },
};

/** An element of HTML that the node's Markdown has, too (decision 0047), with Markdown in it. */
const enclose = (tag: string, content: string) => `\n\n<${tag}>${content}\n\n</${/^\w+/.exec(tag)}>\n\n`;

/** Whether an element folds away more than its summary, and has room for blocks. */
function isFolded(node: HTMLElement | null): boolean {
  if (node?.nodeName !== "DETAILS" || node.parentElement?.closest(withoutRoom)) return false;
  return Array.from(node.childNodes).some(
    (child) => child.nodeName !== "SUMMARY" && (child.textContent?.trim() !== "" || holdsPicture(child)),
  );
}

const holdsPicture = (node: Node) =>
  node.nodeName === "IMG" || Boolean(node.nodeType === 1 && (node as Element).querySelector("img"));

/** The side of a paragraph of words that is not that of other texts. */
function alignmentOf(node: HTMLElement): string | null {
  if (!/^(?:P|DIV)$/.test(node.nodeName) || node.textContent.trim() === "") return null;
  const [, side] = /(?:^|\s)x-(center|right)(?:\s|$)/.exec(node.className) ?? [];
  if (side === undefined || node.parentElement?.closest(`${withoutRoom}, li, .x-center, .x-right`))
    return null;
  return side;
}

/** Whether a text has paragraphs, lists or code, which an element within a line can't stand around. */
export const holdsBlocks = (content: string) =>
  /\n\s*\n|^(?:`{3}|> |- |\d{1,9}[.)] |#{2,6} |\| )/.test(content.trim());

/** The link to what a script of another site showed in place of an element, unless the element has it. */
export function embedLink(node: Element, shown: string): string {
  const address = node.getAttribute("data-embed") ?? "";
  const plain = address.replace(/[?#].*$/s, "").replace(/\/$/, "");
  return address === "" || shown.includes(plain) ? "" : `\n\n<${address}>`;
}

interface Numbered {
  readonly number: number;
  readonly sign: "." | ")";
}

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const place = list?.nodeName === "OL" ? placeOf(node, list) : null;
  const mark = place === null ? "- " : `${Math.min(999_999_999, Math.max(0, place.number))}${place.sign} `;
  const text = content
    .trim()
    .replace(/^(\[[ x]\]) +/, "$1 ")
    .replace(/\n(?!\n|$)/g, `\n${" ".repeat(mark.length)}`);
  return `${mark}${text}${node.nextElementSibling ? "\n" : ""}`;
}

const places = new WeakMap<Element, Numbered>();
/**
 * The number of an item; known of the item before it, because lists may be long. Where the numbers don't go up one by one, another sign
 * begins another list, since Markdown takes the number of the first item alone.
 */
function placeOf(item: Element, list: Element): Numbered {
  const before = item.previousElementSibling ? places.get(item.previousElementSibling) : undefined;
  const isReversed = list.hasAttribute("reversed");
  const written = item.hasAttribute("value") ? Number(item.getAttribute("value")) : Number.NaN;
  const next = before ? before.number + (isReversed ? -1 : 1) : firstOf(list, isReversed);
  const number = Number.isNaN(written) ? next : Math.trunc(written);
  const isNext = before === undefined || number === before.number + 1;
  const sign = before === undefined ? "." : isNext ? before.sign : before.sign === "." ? ")" : ".";
  places.set(item, { number, sign });
  return { number, sign };
}

function firstOf(list: Element, isReversed: boolean): number {
  const start = list.getAttribute("start") ?? "";
  if (/^\s*[+-]?\d+/.test(start)) return Number.parseInt(start, 10);
  return isReversed ? Array.from(list.children).filter(({ nodeName }) => nodeName === "LI").length : 1;
}

/** The words of an element that Markdown has no place for, as text. */
export const asText = (text: string) => escapeText(text.replace(/\s+/g, " ").trim());
