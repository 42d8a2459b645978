import { KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const asTyped = "it is shown without its drawings; if it still is larger, as it was typed";
const textStays = "elements are left out, and their text stays";

/** Limits of texts that others wrote (decision 0176). */
export const textLimitTable = {
  textMultiple: limit(
    16,
    "",
    "HTML of a text, as a multiple of its Markdown, besides the next line",
    asTyped,
  ),
  textExtra: limit(64 * KiB, "chars", "HTML of a text besides that", asTyped),
  textMost: limit(4 * MiB, "chars", "HTML of any text", asTyped),
  excerptMost: limit(64 * KiB, "chars", "HTML of the beginning of a text in a list", asTyped),
  drawnInside: limit(
    512 * KiB,
    "chars",
    "drawings of diagrams that stand in a text of the timeline, together",
    "the source is shown",
  ),
  figureMultiple: limit(
    16,
    "",
    "HTML of a formula or a block of code, as a multiple of its source, besides the next line",
    "it is shown as it was typed",
  ),
  figureExtra: limit(4 * KiB, "chars", "HTML of it besides that", "it is shown as it was typed"),
  drawingCharacters: limit(512 * KiB, "chars", "the drawing of a diagram", "its source is shown"),
  commentMultiple: limit(
    8,
    "",
    "HTML of a comment, as a multiple of its source, besides the next line",
    "it is shown as it was typed",
  ),
  commentExtra: limit(2 * KiB, "chars", "HTML of a comment besides that", "it is shown as it was typed"),
  feedMultiple: limit(
    8,
    "",
    "markup of an entry of a feed, as a multiple of what the feed sent, besides the next line",
    textStays,
  ),
  feedExtra: limit(16 * KiB, "chars", "markup of an entry besides that", textStays),
  feedMost: limit(4 * MiB, "chars", "markup of any entry", textStays),
  feedExcerptMultiple: limit(
    16,
    "",
    "HTML of the beginning of an entry, as a multiple of the characters that it shows",
    "it ends there",
  ),
  mailMultiple: limit(
    4,
    "",
    "styles of a mail, as a multiple of its HTML, besides the next line",
    "the rest has no styles",
  ),
  mailExtra: limit(64 * KiB, "chars", "styles of a mail besides that", "the rest has no styles"),
  addressLength: limit(2_048, "chars", "the address of a link or a picture in a text", "its text is no link"),
  nestedBlocks: limit(
    60,
    "",
    "lists and quotes inside each other (a list counts twice)",
    "their marks are text",
  ),
  nestedElements: limit(100, "", "elements of HTML inside each other", textStays),
  readElements: limit(400, "", "such elements that are read", "the whole text is shown without elements"),
} as const;

export const textLimits = valuesOf(textLimitTable);
