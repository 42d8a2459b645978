import type { DdlTraits, Migration } from "../database.ts";
import { progressColumns, queueIndexes } from "./0001-start.ts";

/** A queue for mail, push and webhooks; notifications of the owner; the time since when a peer fails. */
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
const queue = (ddl: DdlTraits): string[] => [
  `create table errands (
    id ${ddl.id},
    kind ${ddl.text} not null check (kind in ('mail', 'push', 'webhook')),
    host ${ddl.text} not null,
    payload ${ddl.text} not null,
    ${progressColumns(ddl)}
  )${ddl.tableOptions}`,
  ...queueIndexes("errands", "host"),
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
