import { feedLimits } from "@freehold/import";
import { KiB, MiB } from "@freehold/protocol/internal";

/** Limits of reading documents of others. */
export const limits = {
  readerMemory: 128 * MiB, // memory of JavaScript in a process that reads documents
  readMs: 5_000, // reading a document
  readerStartMs: 15_000, // starting a process that reads documents
  readerIdleMs: 20_000, // a reading process without work is ended
  readersWaiting: 500, // documents that wait to be read
  replyLength: 16 * MiB, // the JSON that is made of one document
  pastedFieldLength: 1_000, // an address or a publisher in the form of `/verify`
  repeatedPasteLength: 64 * KiB, // a pasted post that is shown again in the form
  pageLinks: 5_000, // links of a page that are read for a mention
  pageElements: 3_000, // elements of a page that describe it
  itemDepth: 4, // items of microformats in one another
  excerptLength: 500, // the text of a mention
  feedEntriesRead: 1_000, // entries of a feed that are read
  feedEntryLength: 64 * KiB, // the text of a feed's entry
  ...feedLimits,
};
