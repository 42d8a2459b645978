import { limit, valuesOf } from "@freehold/protocol/internal";

const cut = "the rest is left out";

/** Limits of a search. */
export const searchLimitTable = {
  length: limit(1_000, "chars", "what is searched for", cut),
  parts: limit(24, "", "parts of a search", cut),
  words: limit(48, "", "words of a search", cut),
  matches: limit(1_000, "", "matches that are ranked", cut),
  authors: limit(20, "", "authors that a name in a search may mean", cut),
  suggestions: limit(10, "", "suggestions", cut),
  foldedLength: limit(1_000, "chars", "a word as far as its accents are taken off", cut),
  wordLength: limit(32, "chars", "a word as far as it is compared", cut),
  // The limits of a PostgreSQL text index: this many positions, and a megabyte for all terms with their positions.
  termsOfText: limit(16_000, "", "words of a text that are found", cut),
  termBytesOfText: limit(600_000, "bytes", "words of a text that are found, together", cut),
  marks: limit(50, "", "hashtags of a text, and mentions", cut),
  snippetLength: limit(240, "chars", "a snippet", cut),
} as const;

export const searchLimits = valuesOf(searchLimitTable);
