import { dayMs, MiB } from "@freehold/protocol/internal";

/** Limits of the newsletter. */
export const newsletterLimits = {
  pendingMs: 3 * dayMs,
  mailAddressMs: dayMs,
  requestsPerClientAndHour: 10,
  requestsPerHour: 200,
  subscribers: 100_000,
  tags: 50, // tags that one reader chooses, and that the page offers
  batch: 500, // mails of a post that are queued in one transaction
  issueMs: 30 * dayMs, // queueing the mails of one post
  canaries: 20, // mails of a post that show whether the mail server takes them; the others wait for one of them
  hardBounces: 3, // on different days
  bounceMemoryMs: 180 * dayMs, // between two hard bounces in a row
  keptMailsMs: 90 * dayMs, // the record of a single mail, after its post went out
  importBytes: 10 * MiB,
  bounceBytes: MiB, // the part of a returned mail that is read
};
