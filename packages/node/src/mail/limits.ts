import { limit, valuesOf } from "@freehold/protocol/internal";

/** Conversations with the owner's mail server. */
export const mailLimits = {
  transportLength: limit(2_048, "chars", "the address of a mail server", "VALIDATION_FAILED"),
  addressLength: limit(254, "chars", "a mail address", "VALIDATION_FAILED"),
  localPartLength: limit(64, "chars", "what stands before its @", "VALIDATION_FAILED"),
  stepMs: limit(10_000, "ms", "one step of the conversation", "tried again"),
  checkMs: limit(10_000, "ms", "looking at a mail server", "400, and the step that failed", {
    source: "decisions 7",
  }),
  idleMs: limit(5_000, "ms", "a connection to the mail server without a mail", "it is closed"),
  mailMs: limit(60_000, "ms", "sending one mail", "tried again"),
} as const;

export const limits = valuesOf(mailLimits);
