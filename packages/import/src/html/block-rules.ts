import type TurndownService from "turndown";
import { joinLines } from "./escape-text.ts";

const paragraph = (content: string) => `\n\n${content.trim()}\n\n`;

/** Rules for blocks, apart from tables and footnotes. */
export const blockRules: Readonly<Record<string, TurndownService.Rule>> = {
  // The title is the heading of the first level.
  heading: {
    filter: ["h1", "h2", "h3", "h4", "h5", "h6"],
    replacement: (content, node) =>
      content.trim() === ""
        ? ""
        : paragraph(`${"#".repeat(Math.max(2, Number(node.nodeName[1])))} ${joinLines(content)}`),
  },
  code: { filter: "pre", replacement: (_content, node) => fence(node) },
  item: { filter: "li", replacement: (content, node) => listItem(content, node) },
  caption: {
    filter: ["figcaption", "caption"],
    replacement: (content) => (content.trim() === "" ? "" : paragraph(`_${content.trim()}_`)),
  },
  term: {
    filter: ["dt", "summary"],
    replacement: (content) => (content.trim() === "" ? "" : paragraph(`**${content.trim()}**`)),
  },
  callout: {
    filter: (node) => node.nodeName === "DIV" && /(?:^| )kg-callout-card(?: |$)/.test(node.className),
    replacement: (content) => paragraph(content.trim().replace(/\n\n/, " ").replace(/^/gm, "> ")),
  },
};

function listItem(content: string, node: HTMLElement): string {
  const list = node.parentElement;
  const position = list?.nodeName === "OL" ? Number(list.getAttribute("start") ?? 1) + numberOf(node) : null;
  const mark = position === null || Number.isNaN(position) ? "- " : `${Math.max(0, Math.trunc(position))}. `;
  const text = content
    .trim()
    .replace(/^(\[[ x]\]) +/, "$1 ")
    .replace(/\n(?!\n|$)/g, `\n${" ".repeat(mark.length)}`);
  return `${mark}${text}${node.nextElementSibling ? "\n" : ""}`;
}

const numbers = new WeakMap<Element, number>();
/** The position of an item in its list, from 0; known of the item before it, because lists may be long. */
function numberOf(item: Element): number {
  const before = item.previousElementSibling;
  const number = before === null ? 0 : (numbers.get(before) ?? -1) + 1;
  numbers.set(item, number);
  return number;
}

/** A block of code with its language, by the classes that the highlighters of these years use. */
function fence(node: HTMLElement): string {
  const code = node.textContent.replace(/\n$/, "");
  if (code.trim() === "") return "";
  const inner = node.querySelector("code");
  const hints = [node, inner, node.parentElement].map((one) => one?.className ?? "").join(" ");
  const data = [inner, node].flatMap((one) =>
    ["lang", "language", "enlighter-language"].map((name) => one?.getAttribute(`data-${name}`)),
  );
  const [, named] = /(?:^|\s)(?:language-|lang[:-]|brush:\s*|highlight-source-)([\w+#-]+)/.exec(hints) ?? [];
  const longest = Math.max(2, ...(code.match(/^ *`{3,}/gm) ?? []).map((run) => run.trim().length));
  const mark = "`".repeat(longest + 1);
  const language = named ?? data.find((one) => one && /^[\w+#-]+$/.test(one)) ?? "";
  return `\n\n${mark}${/^(?:none|plain|plaintext|text|generic)$/.test(language) ? "" : language}\n${code}\n${mark}\n\n`;
}
