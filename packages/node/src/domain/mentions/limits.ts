import { dayMs, KiB, limit, valuesOf } from "@freehold/protocol/internal";

const tooMany = "RATE_LIMITED";
const nextRefused = "the next one is refused";

/** Limits of mentions, from other sites and to them. */
export const mentionLimitTable = {
  addressLength: limit(2_048, "chars", "an address of a page", "VALIDATION_FAILED"),
  perClientAndHour: limit(50, "an hour", "mentions of one network that its pages did not confirm", tooMany),
  namedPerHostAndHour: limit(
    300,
    "an hour",
    "mentions that name a host, and that it did not confirm",
    tooMany,
  ),
  waiting: limit(1_000, "", "mentions whose pages were not read yet", tooMany),
  perAuthorAndHour: limit(30, "an hour", "mentions of one author, or of a site that names none", nextRefused),
  perAuthorAndPost: limit(10, "an hour", "mentions of one post by such an author", nextRefused),
  perHostAndHour: limit(300, "an hour", "mentions of all authors that one host names", nextRefused),
  held: limit(1_000, "", "mentions that wait for the owner", nextRefused),
  heldPerHost: limit(250, "", "mentions of one host that wait for the owner", nextRefused),
  heldPerClient: limit(250, "", "mentions that one network told of in a day and that wait", nextRefused),
  checkMs: limit(dayMs, "ms", "trying to read the page of a mention", "it is refused"),
  keptMs: limit(30 * dayMs, "ms", "a mention that was refused", "it goes"),
  pageBytes: limit(1_024 * KiB, "bytes", "another site's page, read for a mention", "the rest is not read"),
  pageMs: limit(20_000, "ms", "another site's page, read for a mention", "tried again"),
  linksPerPost: limit(50, "", "links of a post that are told of it", "the others are not"),
  sendMs: limit(3 * dayMs, "ms", "trying to tell a page of a mention", "given up; its owner sees it"),
} as const;

export const mentionLimits = valuesOf(mentionLimitTable);
