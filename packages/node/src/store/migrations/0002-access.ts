import type { DdlTraits, Migration } from "../database.ts";

/** Access: sessions and tokens, and the messages that the owner may sign to get a session. */
export const access: Migration = {
  name: "0002-access",
  statements: (ddl) => [...tokens(ddl), ...signInNonces(ddl)],
};

const tokens = ({ integer, text, tableOptions }: DdlTraits): string[] => [
  `create table tokens (
    id ${text} primary key,
    kind ${text} not null check (kind in ('client', 'integration')),
    label ${text} not null,
    scopes ${text} not null,
    created_at ${integer} not null,
    expires_at ${integer},
    last_used_at ${integer}
  )${tableOptions}`,
  "create index tokens_newest on tokens (kind, created_at, id)",
  "create index tokens_expiring on tokens (expires_at) where expires_at is not null",
];

const signInNonces = ({ id, integer, text, tableOptions }: DdlTraits): string[] => [
  `create table sign_in_nonces (
    id ${id},
    message_hash ${text} not null unique,
    address ${text} not null,
    domain ${text} not null,
    uri ${text} not null,
    client ${text},
    created_at ${integer} not null,
    expires_at ${integer} not null
  )${tableOptions}`,
  "create index sign_in_nonces_of_client on sign_in_nonces (client, id)",
  "create index sign_in_nonces_expiring on sign_in_nonces (expires_at)",
];
