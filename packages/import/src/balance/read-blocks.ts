import { isRecord } from "@freehold/protocol/internal";
import { importFormatLimits as limits } from "../limits.ts";
import { readHtml } from "./read-html.ts";
import { readMarkdown } from "./read-markdown.ts";
import type { VisibleText } from "./source-text.ts";

/** Kinds of cards that no visitor of the site sees, and the parts of a link that its author has not ended. */
const unseenKinds = new Set(["email", "email-cta", "at-link"]);

/** Fields of the blocks and cards of Ghost that visitors read as plain text. */
const plainFields = new Set("text alt altText title description author publisher fileTitle".split(" "));
/** The same with markup in them. */
const htmlFields = new Set(
  "html caption fileCaption calloutText heading content header subheader disclaimer productTitle productDescription textValue".split(
    " ",
  ),
);
/** Fields that are shown where another says so; the words of a button need an address, too. */
const fieldsByChoice: ReadonlyMap<string, (card: Card) => boolean> = new Map([
  ["sponsorLabel", ({ hasSponsorLabel }) => hasSponsorLabel === true],
  ["productButton", ({ productButtonEnabled, productUrl }) => productButtonEnabled === true && !!productUrl],
  [
    "buttonText",
    ({ buttonUrl, buttonEnabled = true, showButton = true }) =>
      !!buttonUrl && buttonEnabled === true && showButton === true,
  ],
]);

type Card = Readonly<Record<string, unknown>>;

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
    if (unseenKinds.has(kind)) return;
    if (value.length === 4 && kind === 0 && Number.isInteger(ends) && typeof text === "string")
      parts.push(plain(text));
    else {
      for (const one of value) collect(one, parts, depth + 1);
      parts.push(plain("\n"));
    }
    return;
  }
  if (!isRecord(value) || isUnseen(value)) return;
  for (const [name, field] of Object.entries(value)) {
    if (typeof field !== "string") collect(field, parts, depth + 1);
    else if (name === "markdown") parts.push(readMarkdown(field, { isSource: true }));
    else if (name === "code") parts.push({ text: `\n${field}\n`, code: [field] });
    else if (fieldsByChoice.has(name)) {
      if (fieldsByChoice.get(name)?.(value)) parts.push(readHtml(`\n${field}\n`));
    } else if (htmlFields.has(name)) parts.push(readHtml(`\n${field}\n`));
    else if (plainFields.has(name)) parts.push(plain(name === "text" ? field : `\n${field}\n`));
  }
}

/** Whether a card is for mails alone. */
function isUnseen({ type, visibility }: Card): boolean {
  if (unseenKinds.has(String(type))) return true;
  if (!isRecord(visibility)) return false;
  const { web, emailOnly, showOnWeb } = visibility;
  if (emailOnly === true || showOnWeb === false) return true;
  return isRecord(web) && web.nonMember === false && web.memberSegment === "";
}

const plain = (text: string): VisibleText => ({ text, code: [] });
