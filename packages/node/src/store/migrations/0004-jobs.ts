import type { DdlTraits, Migration } from "../database.ts";

/** Mail, push and webhooks on a queue of their own; what the owner is told; since when a peer has been failing. */
export const jobs: Migration = {
  name: "0004-errands",
  statements: (ddl) => [
    ...queue(ddl),
    ...notifications(ddl),
    ...pushSubscriptions(ddl),
    ...webhooks(ddl),
    `alter table peers add column failing_since ${ddl.integer}`,
  ],
};

/** Columns and indexes as those of the other queues, with a host in the peer's place. */
const queue = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table errands (
    id ${id},
    kind ${text} not null check (kind in ('mail', 'push', 'webhook')),
    host ${text} not null,
    payload ${text} not null,
    state ${text} not null check (state in ('pending', 'done', 'refused', 'expired')),
    attempts ${integer} not null,
    next_try_at ${integer} not null,
    claimed_by ${text},
    created_at ${integer} not null,
    expires_at ${integer} not null,
    finished_at ${integer},
    last_error ${text}
  )${tableOptions}`,
  ...jobIndexes("errands"),
];

/** `0011-jobs` makes them again, for the table's new name. */
export const jobIndexes = (table: string): string[] => [
  `create index ${table}_due on ${table} (state, next_try_at, id, host, expires_at)`,
  `create index ${table}_expiring on ${table} (state, expires_at)`,
  `create index ${table}_of_state on ${table} (state, id)`,
  `create index ${table}_of_host on ${table} (state, host, next_try_at, id, expires_at)`,
  `create index ${table}_claimed on ${table} (claimed_by) where claimed_by is not null`,
  `create index ${table}_finished on ${table} (finished_at) where finished_at is not null`,
];

const notifications = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table notifications (
    id ${id},
    type ${text} not null,
    subject ${text} not null,
    data ${text} not null,
    created_at ${integer} not null,
    read_at ${integer}
  )${tableOptions}`,
  "create index notifications_of_subject on notifications (type, subject, created_at)",
  "create index notifications_of_type on notifications (type, created_at)",
  "create index notifications_unread on notifications (id) where read_at is null",
];

const pushSubscriptions = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table push_subscriptions (
    id ${id},
    endpoint ${text} not null unique,
    p256dh ${text} not null,
    auth ${text} not null,
    created_at ${integer} not null
  )${tableOptions}`,
];

const webhooks = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table webhooks (
    id ${id},
    url ${text} not null,
    secret ${text} not null,
    events ${text} not null,
    active ${integer} not null check (active in (0, 1)),
    failures ${integer} not null,
    last_failure_at ${integer},
    next_try_at ${integer} not null,
    created_at ${integer} not null
  )${tableOptions}`,
  `create table webhook_deliveries (
    id ${id},
    webhook_id ${integer} not null references webhooks (id) on delete cascade,
    event_id ${text} not null,
    event ${text} not null,
    attempt ${integer} not null,
    status ${integer},
    problem ${text},
    duration_ms ${integer} not null,
    created_at ${integer} not null
  )${tableOptions}`,
  "create index webhook_deliveries_newest on webhook_deliveries (webhook_id, id)",
];
