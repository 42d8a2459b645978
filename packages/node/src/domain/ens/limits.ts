import { dayMs, hourMs, KiB, limit, valuesOf } from "@freehold/protocol/internal";

const none = "there is no name";

/** Limits of names and pictures from ENS. */
export const ensLimitTable = {
  names: limit(10_000, "", "addresses whose names are known, or are looked up", "the next one is not"),
  replyBytes: limit(64 * KiB, "bytes", "an answer of the Ethereum RPC", "tried again"),
  replyMs: limit(15_000, "ms", "an answer of the Ethereum RPC", "tried again"),
  nameLength: limit(255, "bytes", "a name", none),
  avatarLength: limit(48 * KiB, "chars", "the record that says where a picture is", "there is no picture"),
  pictureMs: limit(20_000, "ms", "fetching a picture", "the one from before stays"),
  foundMs: limit(7 * dayMs, "ms", "a name that was found", "it is looked up again"),
  noneMs: limit(dayMs, "ms", "an address without a name", "it is looked up again"),
  failedMs: limit(6 * hourMs, "ms", "trying to look a name up", "it is looked up again"),
  signInMs: limit(
    hourMs,
    "ms",
    "the owner's name as it was found, when the owner signs in",
    "it is looked up again",
  ),
  shownMs: limit(30 * dayMs, "ms", "a name that could not be looked up again", "it is not shown"),
  comments: limit(1_000, "", "newest comments whose authors are looked up every week", "the others are not"),
  atOnce: limit(100, "", "names that the hourly look asks for", "the next hour asks for the others"),
} as const;

export const ensLimits = valuesOf(ensLimitTable);
