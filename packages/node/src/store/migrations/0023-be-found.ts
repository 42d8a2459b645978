import type { DdlTraits, Migration } from "../database.ts";

/** Mentions from and to other sites, and subscribers to feeds. */
export const beFound: Migration = {
  name: "0023-be-found",
  statements: (ddl) => [
    `alter table comments add column mention ${ddl.text}`,
    ...mentions(ddl),
    ...subscriptions(ddl),
  ],
};

const mentions = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table mentions (
    id ${id},
    status_key ${text} not null unique,
    source ${text} not null,
    target ${text} not null,
    host ${text} not null,
    publication_id ${integer} not null references publications (id) on delete cascade,
    comment_id ${integer} references comments (id) on delete set null,
    state ${text} not null check (state in ('waiting', 'accepted', 'refused', 'removed')),
    reason ${text},
    client ${text},
    asked_at ${integer} not null,
    unique (source, target)
  )${tableOptions}`,
  "create index mentions_of_host on mentions (host, asked_at)",
  "create index mentions_of_client on mentions (client, asked_at) where client is not null",
  "create index mentions_of_state on mentions (state, asked_at)",
  "create index mentions_of_comment on mentions (comment_id) where comment_id is not null",
  "create index mentions_of_publication on mentions (publication_id)",
  `create table sent_mentions (
    id ${id},
    publication_id ${integer} not null,
    source ${text} not null,
    target ${text} not null,
    state ${text} not null check (state in ('waiting', 'sent', 'none', 'failed')),
    status ${integer},
    problem ${text},
    receipt ${text},
    updated_at ${integer} not null,
    unique (publication_id, target)
  )${tableOptions}`,
];

const subscriptions = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table feed_subscriptions (
    id ${id},
    topic ${text} not null,
    callback ${text} not null,
    host ${text} not null,
    secret ${text},
    content_hash ${text},
    expires_at ${integer} not null,
    created_at ${integer} not null,
    unique (topic, callback)
  )${tableOptions}`,
  "create index feed_subscriptions_of_host on feed_subscriptions (host)",
  "create index feed_subscriptions_expiring on feed_subscriptions (expires_at)",
];
