import { GiB } from "@freehold/protocol/internal";

/** Limits of the process that reads imports. */
export const limits = {
  readerMemory: GiB, // memory of JavaScript in the process
  readerSilenceMs: 60_000, // the process without a sign of life
};
