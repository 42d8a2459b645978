import { limit, MiB, valuesOf } from "@freehold/protocol/internal";

/** Limits of what a program may leave with the owner. */
export const agentLimitTable = {
  drafts: limit(50, "", "drafts of one program that wait or that it works on", "TOO_MANY"),
  proposals: limit(20, "", "drafts of one program that wait for the owner", "TOO_MANY"),
  pictures: limit(100, "", "pictures of one program in drafts that are not published", "TOO_MANY"),
  pictureBytes: limit(4 * MiB, "bytes", "a picture that a program attaches to a draft", "TOO_LARGE"),
  noteLength: limit(2_000, "chars", "a program's note to the owner", "VALIDATION_FAILED"),
  reasonLength: limit(2_000, "chars", "why the owner declines a draft", "VALIDATION_FAILED"),
  messageBytes: limit(8 * MiB, "bytes", "a message to `/mcp`", "413 PAYLOAD_TOO_LARGE"),
} as const;

export const agentLimits = valuesOf(agentLimitTable);
