import { limit, valuesOf } from "@freehold/protocol";

/** What looking at a node may cost. */
export const healthLimits = {
  countedRows: limit(100_000, "", "rows of a queue, and nodes, that are counted", "told as that many"),
  countsMs: limit(5_000, "ms", "a count that is told again", "it is counted anew"),
  sumsMs: limit(300_000, "ms", "the sum of all contents that is told again", "it is added up anew"),
  readinessMs: limit(1_000, "ms", "what `/readyz` saw and tells again", "it looks anew"),
  answerMs: limit(5_000, "ms", "an answer of the database or the disk to `/readyz`", "not ready"),
} as const;

export const limits = valuesOf(healthLimits);
