import type { DdlTraits, Migration } from "../../store/database.ts";

/** Readers by mail, and the posts that go to them. */
const newsletter: Migration = {
  name: "0019-newsletter",
  statements: (ddl) => [...subscribers(ddl), ...issues(ddl)],
};

const subscribers = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table subscribers (
    id ${id},
    email ${text} not null,
    email_key ${text} not null unique,
    state ${text} not null check (state in ('pending', 'active', 'paused')),
    tags ${text},
    language ${text} not null,
    source ${text} not null check (source in ('site', 'import', 'owner')),
    consent ${text},
    token_hash ${text},
    requested_at ${integer} not null,
    client ${text},
    created_at ${integer} not null,
    confirmed_at ${integer},
    bounces ${integer} not null,
    last_bounce_at ${integer},
    last_bounce ${text}
  )${tableOptions}`,
  "create index subscribers_of_state on subscribers (state, id)",
  "create index subscribers_requested on subscribers (requested_at)",
  "create index subscribers_of_client on subscribers (client, requested_at) where client is not null",
  `create table newsletter_refusals (
    email_hash ${text} primary key,
    refused_at ${integer} not null,
    requested_at ${integer} not null
  )${tableOptions}`,
];

const issues = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table newsletter_issues (
    id ${id},
    publication_id ${integer} not null unique references publications (id) on delete cascade,
    state ${text} not null check (state in ('chosen', 'declined', 'writing', 'sending', 'done', 'stopped')),
    written_to ${integer} not null,
    last_subscriber ${integer} not null,
    recipients ${integer} not null,
    delivered ${integer} not null,
    bounced ${integer} not null,
    failed ${integer} not null,
    skipped ${integer} not null,
    created_at ${integer} not null,
    started_at ${integer},
    finished_at ${integer}
  )${tableOptions}`,
  "create index newsletter_issues_of_state on newsletter_issues (state, id)",
  `create table newsletter_deliveries (
    issue_id ${integer} not null references newsletter_issues (id) on delete cascade,
    subscriber_id ${integer} not null references subscribers (id) on delete cascade,
    state ${text} not null check (state in ('queued', 'sending', 'delivered', 'bounced', 'failed')),
    due_at ${integer} not null,
    attempted_at ${integer},
    primary key (issue_id, subscriber_id)
  )${tableOptions}`,
  "create index newsletter_deliveries_of_subscriber on newsletter_deliveries (subscriber_id)",
  "create index newsletter_deliveries_attempted on newsletter_deliveries (attempted_at) where attempted_at is not null",
  "create index newsletter_deliveries_open on newsletter_deliveries (due_at) where state in ('queued', 'sending')",
];

/** Finds waiting mails by their post, and counts the mails that are no longer sent from the others. */
const openMails: Migration = {
  name: "0025-open-mails",
  statements: () => [
    "create index newsletter_deliveries_open_of_issue on newsletter_deliveries (issue_id) where state in ('queued', 'sending')",
    "alter table newsletter_issues drop column skipped",
  ],
};

/** Whom a mail server blamed for what it refused, and which posts stopped for it. */
const senderFaults: Migration = {
  name: "0051-sender-faults",
  statements: ({ integer, text }) => [
    `alter table newsletter_issues add column unsure ${integer} not null default 0`,
    `alter table newsletter_issues add column problem ${text}`,
    `alter table newsletter_issues add column resumed_at ${integer}`,
    ...["blame", "status", "answer"].map(
      (name) => `alter table newsletter_deliveries add column ${name} ${text}`,
    ),
    "create index newsletter_deliveries_ended_of_issue on newsletter_deliveries (issue_id, attempted_at) where state in ('delivered', 'bounced', 'failed')",
  ],
};

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [newsletter, openMails, senderFaults];
