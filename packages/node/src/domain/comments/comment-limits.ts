import { limit, valuesOf } from "@freehold/protocol";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;
const invalid = "VALIDATION_FAILED";
const tooMany = "RATE_LIMITED";
const source = "decisions 7";

/** Limits of comments. */
export const commentLimitTable = {
  bodyLength: limit(5_000, "chars", "a comment", invalid),
  nameLength: limit(60, "chars", "the name under a comment", invalid),
  pendingMs: limit(24 * hourMs, "ms", "a comment waiting for its author", "it goes", { source }),
  signatureSeconds: limit(600, "s", "confirming a comment by a signature", "EXPIRED_SIGNATURE", { source }),
  perClientAndHour: limit(20, "an hour", "comments that one address writes", tooMany),
  perAuthorAndHour: limit(20, "an hour", "comments that one author confirms", tooMany),
  pendingPerMailAddress: limit(3, "", "comments that wait for one mail address", tooMany),
  pending: limit(1_000, "", "comments that wait for their authors, of each kind", tooMany),
  deletionMailMs: limit(10 * minuteMs, "ms", "between two mails that offer to delete a comment", tooMany),
} as const;

export const commentLimits = valuesOf(commentLimitTable);
