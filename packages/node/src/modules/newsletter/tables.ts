import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    subscribers: SubscribersTable;
    newsletter_refusals: NewsletterRefusalsTable;
    newsletter_issues: NewsletterIssuesTable;
    newsletter_deliveries: NewsletterDeliveriesTable;
  }
}

/**
 * - `pending`: asked for, and not confirmed by the reader yet.
 * - `active`: gets mails.
 * - `paused`: the address bounced too often; a new confirmation or the owner ends that.
 */
export const subscriberStates = ["pending", "active", "paused"] as const;
export type SubscriberState = (typeof subscriberStates)[number];

/** The source of a subscription: the form of the site, a file, or the owner. */
export type SubscriberSource = "site" | "import" | "owner";

/** Readers by mail. A reader who unsubscribes is deleted. */
const subscribersTable = {
  id: column<Generated<number>>(),
  /** Only the owner sees it. */
  email: column<string>(),
  /** The same in lower case. Unique. */
  emailKey: column<string>(),
  state: column<SubscriberState>(),
  /** JSON: the tags that the reader chose; null for every post, an empty list for none. */
  tags: column<string | null>(),
  /** The language of the mails' own words: en or zh. */
  language: column<string>(),
  source: column<SubscriberSource>(),
  /** The file's note about when and how the reader agreed. */
  consent: column<string | null>(),
  /** SHA-256 of the mailed token, until it is used. */
  tokenHash: column<string | null>(),
  /** When a link was last mailed. */
  requestedAt: column<number>(),
  /** The client that asked for it: a keyed hash of the IP address, for a day. */
  client: column<string | null>(),
  createdAt: column<number>(),
  confirmedAt: column<number | null>(),
  /** Hard bounces in a row. */
  bounces: column<number>(),
  lastBounceAt: column<number | null>(),
  /** The status of the last one, such as 5.1.1. */
  lastBounce: column<string | null>(),
};
export type SubscribersTable = typeof subscribersTable;
export const subscriberColumns = columnsOf(subscribersTable, "emailKey", "client");

/** Addresses that do not want mails: only a keyed hash of each. */
export interface NewsletterRefusalsTable {
  emailHash: string;
  refusedAt: number;
  /** When a link was last mailed there. */
  requestedAt: number;
}

/**
 * - `chosen`, `declined`: the owner's choice for a draft.
 * - `writing`: the rows of the queue are being written. `sending`: all are.
 * - `done`: nothing of it waits. `stopped`: the rest is not sent.
 */
export const issueStates = ["chosen", "declined", "writing", "sending", "done", "stopped"] as const;
export type IssueState = (typeof issueStates)[number];

/** A post that goes out by mail, once. */
const newsletterIssuesTable = {
  id: column<Generated<number>>(),
  /** Unique. */
  publicationId: column<number>(),
  state: column<IssueState>(),
  /** The last subscriber that has a row. */
  writtenTo: column<number>(),
  /** The last subscriber that gets it; later ones do not. */
  lastSubscriber: column<number>(),
  recipients: column<number>(),
  delivered: column<number>(),
  bounced: column<number>(),
  failed: column<number>(),
  /** Mails that the mail server has perhaps: its final answer was lost. They are not sent again. */
  unsure: column<number>(),
  /** The words of a mail server that refused the sender; empty where it said nothing. Null: none refused it. */
  problem: column<string | null>(),
  createdAt: column<number>(),
  startedAt: column<number | null>(),
  /** When the owner had it sent to those who lack it; null: never. It names the run in the jobs of its mails. */
  resumedAt: column<number | null>(),
  finishedAt: column<number | null>(),
};
export type NewsletterIssuesTable = typeof newsletterIssuesTable;
export const issueColumns = columnsOf(newsletterIssuesTable);

/** `sending`: an attempt has begun. A cancelled mail has no row. */
export type MailState = "queued" | "sending" | "delivered" | "bounced" | "failed";

/**
 * The part that a mail server blamed. `recipient`: a bounce that does not count against the reader yet. `unsure`: the final
 * answer was lost, so that the reader has the mail perhaps.
 */
export type Blame = "sender" | "recipient" | "text" | "unsure";

/** One mail: a post for a subscriber. */
export interface NewsletterDeliveriesTable {
  issueId: number;
  subscriberId: number;
  state: MailState;
  /** When it was to be sent. */
  dueAt: number;
  attemptedAt: number | null;
  /** Null: nothing failed, or the bounce is counted. */
  blame: Blame | null;
  /** The status of the last failure, such as 5.1.1 or 550. */
  status: string | null;
  /** The words of the mail server then. */
  answer: string | null;
}

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  subscribers: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { requested_at: "event", created_at: "event", confirmed_at: "event", last_bounce_at: "event" },
    calls: { whom: "newsletter subscribers", columns: ["email"], off: "setting" },
    neverCalled: { email_key: "the same as `email`", source: "a word: site, import or owner" },
  },
  newsletter_refusals: {
    key: ["email_hash"],
    inBackup: true,
    isPrivate: true,
    times: { requested_at: "event", refused_at: "event" },
    calls: null,
    neverCalled: { email_hash: "a hash" },
  },
  newsletter_issues: {
    key: ["id"],
    counted: true,
    inBackup: true,
    isPrivate: true,
    times: { created_at: "event", started_at: "event", resumed_at: "event", finished_at: "event" },
    // Its mails that were not sent are not kept (`newsletter_deliveries`).
    trash: [{ of: "publication", column: "publication_id", row: "gone" }],
    calls: { whom: "newsletter subscribers", columns: [], off: { state: "stopped" } },
  },
  // No backup: their mails were sent by the node that queued them.
  newsletter_deliveries: {
    key: ["issue_id", "subscriber_id"],
    inBackup: false,
    isPrivate: true,
    times: { due_at: "due", attempted_at: "event" },
    dueValues: ["newsletter.next_mail_at"],
    calls: { whom: "newsletter subscribers", columns: [], off: "setting" },
  },
};
