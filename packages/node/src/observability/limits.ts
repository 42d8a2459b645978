import { limit, valuesOf } from "@freehold/protocol/internal";

const counted = "counted, and reported in one line";

/** Limits of the log. */
export const loggingLimits = {
  warnings: limit(30, "a minute", "lines with one message that are warnings or errors", counted),
  notes: limit(300, "a minute", "lines with one message that are information", counted),
  sentences: limit(1_000, "", "messages whose lines are counted", "the least recent one starts again"),
  messageLength: limit(2_000, "chars", "the message of an error", "it is cut"),
  stackLength: limit(4_000, "chars", "the stack of an error", "it is cut"),
  causes: limit(4, "", "causes of an error", "the others are left out"),
} as const;

export const limits = valuesOf(loggingLimits);
