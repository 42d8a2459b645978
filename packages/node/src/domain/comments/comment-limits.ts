const hourMs = 60 * 60 * 1000;

/** Limits of comments, each named once. Lengths in Unicode code points. */
export const commentLimits = {
  bodyLength: 5_000,
  nameLength: 60,
  /** How long a comment waits for its author, and a mailed token works (decisions 7). */
  pendingMs: 24 * hourMs,
  /** How long after it was written a comment may be confirmed by a signature (decisions 7). */
  signatureSeconds: 600,
  /** What one address of the internet may write in an hour. */
  perClientAndHour: 20,
  /** What one author may have confirmed in an hour. */
  perAuthorAndHour: 20,
  /** Comments that wait for one mail address: each has sent a mail to it. */
  pendingPerMailAddress: 3,
  /** Comments that wait for their authors, of each kind. */
  pending: 1_000,
  /** Between two mails that offer to delete the same comment. */
  deletionMailMs: 10 * 60 * 1000,
} as const;
