import { feedLimits } from "@freehold/import";
import { KiB, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const unread = "the document can't be read";
const cut = "the rest is not read";

/** Limits of reading what others wrote. */
export const foreignLimitTable = {
  readerMemory: limit(128 * MiB, "bytes", "memory of JavaScript in a process that reads documents", unread),
  readMs: limit(5_000, "ms", "reading a document", unread),
  readerStartMs: limit(15_000, "ms", "starting such a process", "it is tried again"),
  readerIdleMs: limit(20_000, "ms", "such a process without work", "it is ended"),
  readersWaiting: limit(
    500,
    "",
    "documents that wait to be read",
    "those of the site with the most wait longer",
  ),
  replyLength: limit(16 * MiB, "chars", "what is read from one document", unread),
  pastedFieldLength: limit(1_000, "chars", "an address or a publisher in the form of `/verify`", "it is cut"),
  repeatedPasteLength: limit(
    64 * 1024,
    "chars",
    "a post that was pasted there and is shown again",
    "it is left out",
  ),
  pageLinks: limit(5_000, "", "links of a page that are read for a mention", cut),
  pageElements: limit(3_000, "", "elements of such a page that say what it is", cut),
  pageDepth: limit(64, "", "such elements around one another", "the inner ones are text"),
  itemDepth: limit(4, "", "items of microformats in one another", "the inner ones are text"),
  excerptLength: limit(500, "chars", "what a mention says", "it is cut"),
  feedEntriesRead: limit(1_000, "", "entries of a feed that are read", "the rest is ignored"),
  feedEntryLength: limit(64 * KiB, "chars", "the text of a feed's entry", "it is cut"),
  ...feedLimits,
} as const;

export const limits = valuesOf(foreignLimitTable);
