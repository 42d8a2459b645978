import { limit, valuesOf } from "@freehold/protocol";

const counted = "counted, and told as one line";

/** How much a node writes down. */
export const loggingLimits = {
  warnings: limit(30, "a minute", "lines of one sentence that warn, or tell of a failure", counted),
  notes: limit(300, "a minute", "lines of one sentence that only tell", counted),
  sentences: limit(1_000, "", "sentences whose lines are counted", "the quietest begins anew"),
  messageLength: limit(2_000, "chars", "what an error says", "it is cut"),
  stackLength: limit(4_000, "chars", "the stack of an error", "it is cut"),
  causes: limit(4, "", "causes of an error", "the others are left out"),
} as const;

export const limits = valuesOf(loggingLimits);
