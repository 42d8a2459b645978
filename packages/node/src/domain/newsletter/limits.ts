import { dayMs, hourMs, limit, MiB, valuesOf } from "@freehold/protocol/internal";

const tooMany = "RATE_LIMITED";

/** Limits of the newsletter. */
export const newsletterLimitTable = {
  pendingMs: limit(3 * dayMs, "ms", "a subscription waiting for its reader", "it goes"),
  mailAddressMs: limit(
    dayMs,
    "ms",
    "between two mails that anonymous callers cause to one address",
    "no mail; the page says the same",
  ),
  requestsPerClientAndHour: limit(10, "an hour", "subscriptions that one address asks for", tooMany),
  requestsPerHour: limit(
    200,
    "an hour",
    "subscriptions that all anonymous callers ask for together",
    "RATE_LIMITED, for networks that have an even part",
  ),
  subscribers: limit(100_000, "", "readers by mail", "TOO_MANY"),
  tags: limit(50, "", "tags that one reader chooses, and that the page offers", "the rest is left out"),
  batch: limit(500, "", "mails of a post that are queued in one transaction", "the next one continues"),
  aheadMs: limit(hourMs, "ms", "mails that are queued ahead of their time", "the next hour continues"),
  turnMs: limit(
    2_000,
    "ms",
    "a mail that waits with its final dot until the one before is recorded",
    "it does not wait longer",
  ),
  issueMs: limit(30 * dayMs, "ms", "queueing the mails of one post", "the rest is not sent"),
  hardBounces: limit(3, "", "hard bounces of an address in a row", "it is paused"),
  bounceMemoryMs: limit(180 * dayMs, "ms", "between two hard bounces in a row", "they are counted anew"),
  keptMailsMs: limit(90 * dayMs, "ms", "the record of a single mail, after its post went out", "it goes"),
  importBytes: limit(10 * MiB, "bytes", "a file of readers", "TOO_LARGE"),
  consentLength: limit(500, "chars", "the file's note about one reader's consent", "it is cut"),
  bounceBytes: limit(MiB, "bytes", "the part of a returned mail that is read", "the rest is ignored"),
  renderedIssues: limit(8, "", "posts that are held as mails", "the oldest is made anew"),
} as const;

export const newsletterLimits = valuesOf(newsletterLimitTable);
