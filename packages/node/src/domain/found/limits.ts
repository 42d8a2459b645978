import { hourMs, KiB, limit, valuesOf } from "@freehold/protocol/internal";

const daySeconds = 24 * 60 * 60;
const tooMany = "RATE_LIMITED";

/** Limits of those who want to be told of new posts. */
export const foundLimitTable = {
  subscriptions: limit(1_000, "", "subscriptions to feeds (WebSub)", tooMany),
  subscriptionsPerHost: limit(50, "", "subscriptions to feeds of one host", tooMany),
  subscriptionsPerClient: limit(100, "", "subscriptions to feeds that one network asked for", tooMany),
  verifications: limit(500, "", "new subscriptions that were not verified yet", tooMany),
  verificationsPerHost: limit(50, "", "new subscriptions of one host that were not verified yet", tooMany),
  verificationsPerClient: limit(
    10,
    "",
    "new subscriptions of one network that were not verified yet",
    tooMany,
  ),
  verificationMs: limit(
    hourMs,
    "ms",
    "trying to verify a renewal; a new subscription is tried once",
    "it ends",
  ),
  leaseSeconds: limit(30 * daySeconds, "s", "a subscription without being renewed", "it is made shorter"),
  shortestLeaseSeconds: limit(3_600, "s", "a subscription, at least", "it is made longer"),
  usualLeaseSeconds: limit(10 * daySeconds, "s", "a subscription that asks for no time", "it ends"),
  secretBytes: limit(199, "bytes", "the secret of a subscription", "VALIDATION_FAILED"),
  challengeReplyBytes: limit(KiB, "bytes", "the answer to a verification", "there is no subscription"),
  feedMs: limit(24 * hourMs, "ms", "trying to deliver a feed", "the next change is delivered"),
  changedPages: limit(1_000, "", "pages that a search engine is told of at once", "the others are told next"),
  changedPagesMs: limit(24 * hourMs, "ms", "trying to tell a search engine", "given up"),
} as const;

export const foundLimits = valuesOf(foundLimitTable);
