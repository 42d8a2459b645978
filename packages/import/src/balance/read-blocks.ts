import { isRecord } from "@freehold/protocol/internal";
import { importFormatLimits as limits } from "../limits.ts";
import { readHtml } from "./read-html.ts";
import { readMarkdown } from "./read-markdown.ts";
import type { VisibleText } from "./source-text.ts";

/** Fields of the blocks and cards of Ghost that visitors read as plain text. */
const plainFields = new Set("text alt altText title fileTitle buttonText productButton heading".split(" "));
/** The same with markup in them. */
const htmlFields = new Set(
  "html caption fileCaption calloutText content header subheader productTitle productDescription".split(" "),
);

/** The text that a visitor could read of the JSON of a block editor: Lexical or Mobiledoc, of any block that has words. */
export function readBlocks(json: string): VisibleText {
  try {
    const parts: VisibleText[] = [];
    collect(JSON.parse(json), parts, 0);
    return { text: parts.map(({ text }) => text).join(""), code: parts.flatMap(({ code }) => code) };
  } catch {
    return { text: "", code: [] };
  }
}

function collect(value: unknown, parts: VisibleText[], depth: number): void {
  if (depth > limits.jsonDepth) return;
  if (Array.isArray(value)) {
    // A marker of Mobiledoc: its kind, its markups, how many of them end, and its text.
    const [kind, , ends, text] = value;
    if (value.length === 4 && kind === 0 && Number.isInteger(ends) && typeof text === "string")
      parts.push(plain(text));
    else {
      for (const one of value) collect(one, parts, depth + 1);
      parts.push(plain("\n"));
    }
    return;
  }
  if (!isRecord(value)) return;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== "string") collect(field, parts, depth + 1);
    else if (name === "markdown") parts.push(readMarkdown(field, { isSource: true }));
    else if (name === "code") parts.push({ text: `\n${field}\n`, code: [field] });
    else if (htmlFields.has(name)) parts.push(readHtml(`\n${field}\n`));
    else if (plainFields.has(name)) parts.push(plain(name === "text" ? field : `\n${field}\n`));
  }
}

const plain = (text: string): VisibleText => ({ text, code: [] });
