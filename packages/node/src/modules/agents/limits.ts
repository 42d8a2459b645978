import { MiB } from "@freehold/protocol/internal";

/** Limits of the drafts and notes that a program may leave with the owner. */
export const agentLimits = {
  drafts: 50,
  proposals: 20,
  pictures: 100,
  pictureBytes: 4 * MiB,
  noteLength: 2_000,
  reasonLength: 2_000, // why the owner declines a draft
  messageBytes: 8 * MiB,
};
