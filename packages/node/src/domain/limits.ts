/** Limits of the domain, each named once. Sizes in bytes, lengths in Unicode code points, times in seconds or milliseconds as named. */
export const limits = {
  /** A Markdown post; it is read as a whole to be rendered. */
  markdownBytes: 4 * 1024 * 1024,
  /** How much of a text is looked at to find it by its words. */
  searchedBytes: 128 * 1024,
  /** An avatar picture. */
  avatarBytes: 2 * 1024 * 1024,
  /** A slug. */
  slugLength: 255,
  /** A caption of a file. */
  descriptionLength: 2_000,
  /** A file name. */
  filenameLength: 255,
  /** How long a side effect on another node is tried (design 4.2). */
  deliveryMs: 30 * 24 * 60 * 60 * 1000,
  /** How long a mail is tried. */
  mailMs: 3 * 24 * 60 * 60 * 1000,
  /** Notifications that are kept. */
  notifications: 1_000,
  /** Devices that are told by push, and what one message may hold (push services take 4 KB with its encryption). */
  pushSubscriptions: 20,
  pushBytes: 3 * 1024,
  /** Webhooks, deliveries that are kept of each, and failures in a row after which one is switched off. */
  webhooks: 20,
  webhookDeliveries: 50,
  webhookFailures: 100,
  /** What one hour's look at the contents reads, and how many files that may be. */
  contentCheckBytes: 512 * 1024 * 1024,
  contentCheckFiles: 20_000,
  /** Of so many contents the start after a crash looks whether they are there. */
  contentsAfterCrash: 10_000,
  /** Contents of which it is kept in mind that they are missing or damaged. */
  contentFaults: 10_000,
  /** How far a signed time may lie from this clock, either side (specification 5). */
  windowSeconds: 3_600,
  /** How long the owner waits for another node's answer before a worker takes over. */
  inlineDeliveryMs: 60_000,
} as const;
