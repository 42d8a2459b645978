import { dayMs, hourMs, KiB } from "@freehold/protocol/internal";

/** Limits of names and pictures from ENS. */
export const ensLimits = {
  names: 10_000, // addresses whose names are known, or are looked up
  replyBytes: 64 * KiB, // an answer of the Ethereum RPC
  foundMs: 7 * dayMs, // a name that was found
  signInMs: hourMs, // the owner's name is looked up again at a sign-in
  shownMs: 30 * dayMs, // a name that could not be looked up again
  comments: 1_000, // newest comments whose authors are looked up every week
  atOnce: 100, // names that the hourly look asks for
};
