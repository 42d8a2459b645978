/** Limits of the counts of reads. */
export const readsLimits = {
  keptDays: 400, // days whose counts are kept
  shownDays: 30, // days of a plot
  flushMs: 10_000, // from a read until it is in the database
  countedPosts: 10_000, // posts whose new reads wait in memory
};
