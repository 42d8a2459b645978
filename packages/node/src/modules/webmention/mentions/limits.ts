import { dayMs } from "@freehold/protocol/internal";

/** Limits of mentions, from other sites and to them. */
export const mentionLimits = {
  addressLength: 2_048, // an address of a page
  perClientAndHour: 50,
  namedPerHostAndHour: 300,
  waiting: 1_000, // mentions whose pages were not read yet
  perAuthorAndHour: 30, // mentions of one author, or of a site that names none
  perAuthorAndPost: 10,
  perHostAndHour: 300, // mentions of all authors that one host names
  held: 1_000,
  heldPerHost: 250,
  heldPerClient: 250, // mentions that one network sent in a day and that wait
  checkMs: dayMs,
  keptMs: 30 * dayMs, // a mention that was refused
};
