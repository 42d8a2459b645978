import type { Tables } from "./tables/tables.ts";

/**
 * The change of a time when the clock is set back:
 * - `due`: work waits for it. It comes as much sooner.
 * - `event`: something happened then. It is never later than now, so that no period begins in the future.
 * - `until`: something holds until then. It keeps its distance from `created_at`.
 * - `fixed`: it stays, since it was signed, shown to readers, or chosen by the owner; or no period begins with it.
 */
export type TimeKind = "due" | "event" | "until" | "fixed";

/** Each column with a time, of each table that has one. Nothing else that waits for a time may be in a table. */
export const timeColumns: Readonly<Partial<Record<keyof Tables, Readonly<Record<string, TimeKind>>>>> = {
  outbox: {
    next_try_at: "due",
    created_at: "event",
    expires_at: "until",
    finished_at: "event",
    answered_at: "event",
  },
  first_slugs: { timestamp: "fixed" },
  pulls: {
    next_try_at: "due",
    created_at: "event",
    expires_at: "until",
    finished_at: "event",
    timestamp: "fixed",
  },
  jobs: { next_try_at: "due", created_at: "event", expires_at: "until", finished_at: "event" },
  peers: {
    next_try_at: "due",
    next_catch_up_at: "due",
    last_success_at: "event",
    last_failure_at: "event",
    failing_since: "event",
    heard_at: "event",
    caught_up_at: "event",
  },
  import_jobs: { next_try_at: "due", created_at: "event", finished_at: "event" },
  interrupted_rows: { created_at: "event" },
  feeds: { next_fetch_at: "due", created_at: "event", fetched_at: "event" },
  webhooks: { next_try_at: "due", created_at: "event", last_failure_at: "event" },
  ens_names: { renew_at: "due", asked_at: "event", verified_at: "event" },
  newsletter_deliveries: { due_at: "due", attempted_at: "event" },
  newsletter_issues: { created_at: "event", started_at: "event", finished_at: "event" },
  newsletter_refusals: { requested_at: "event", refused_at: "event" },
  subscribers: {
    requested_at: "event",
    created_at: "event",
    confirmed_at: "event",
    last_bounce_at: "event",
  },
  notifications: { created_at: "event", read_at: "event" },
  webhook_deliveries: { created_at: "event" },
  tokens: { created_at: "event", expires_at: "until", last_used_at: "event" },
  passkeys: { created_at: "event", last_used_at: "event" },
  feed_subscriptions: { created_at: "event", expires_at: "until" },
  mentions: { asked_at: "event" },
  sent_mentions: { updated_at: "event" },
  comments: {
    created_at: "event",
    deletion_expires_at: "until",
    confirmed_at: "event",
    // Its author signed it.
    timestamp: "fixed",
  },
  comment_signatures: { used_at: "event" },
  push_subscriptions: { created_at: "event" },
  blocks: { created_at: "event" },
  commenter_blocks: { created_at: "event" },
  agent_drafts: { proposed_at: "event", decided_at: "event" },
  replica_usage: { freed_at: "event" },
  peer_events: { created_at: "event" },
  contents: { created_at: "event" },
  // Positions in lists and in the timeline.
  feed_entries: { sort_time: "fixed", seen_at: "fixed", published_at: "fixed" },
  publications: {
    timestamp: "fixed",
    created_at: "fixed",
    updated_at: "fixed",
    written_at: "fixed",
    sort_time: "fixed",
    published_at: "fixed",
    site_time: "fixed",
    modified_at: "fixed",
    own_published_at: "fixed",
  },
  publication_hashtags: { sort_time: "fixed", site_time: "fixed" },
  publication_marks: { sort_time: "fixed" },
  publication_tombstones: { timestamp: "fixed", deleted_at: "fixed" },
  publication_history: { saved_at: "fixed" },
  connections: { signed_at: "fixed", created_at: "fixed" },
  connection_tombstones: { signed_at: "fixed" },
  profiles: { created_at: "fixed", updated_at: "fixed", fetched_at: "event" },
  imports: { imported_at: "fixed" },
  read_later: { written_at: "fixed", saved_at: "fixed" },
  // A day that the owner chose.
  publication_schedules: { due_at: "fixed" },
  migrations: { applied_at: "fixed" },
};

/** Values of `meta` for which work waits (ms). */
export const dueValues = ["newsletter.next_mail_at"] as const;
