/** Limits of a search. */
export const searchLimits = {
  length: 1_000,
  parts: 24,
  words: 48,
  authors: 20, // authors that a name in a search may mean
  suggestions: 10, // suggestions
  marks: 50, // hashtags of a text, and mentions
};
