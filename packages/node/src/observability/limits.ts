/** Limits of the log. */
export const limits = {
  warnings: 30, // lines with one message that are warnings or errors
  notes: 300, // lines with one message that are information
  sentences: 1_000, // messages whose lines are counted
  causes: 4, // causes of an error
};
