import type { DdlTraits, Migration } from "../database.ts";

/** Comments on the owner's publications. */
export const comments: Migration = {
  name: "0003-comments",
  statements: ({ id, integer, text, tableOptions }: DdlTraits) => [
    `create table comments (
      id ${id},
      publication_id ${integer} not null references publications (id) on delete cascade,
      state ${text} not null check (state in ('pending', 'held', 'published', 'rejected')),
      auth_type ${text} not null check (auth_type in ('EMAIL', 'ETHEREUM')),
      author_id ${text} not null,
      author_key ${text} not null,
      author_name ${text} not null,
      body ${text} not null,
      "timestamp" ${integer} not null,
      client ${text},
      token_hash ${text},
      deletion_token_hash ${text},
      deletion_expires_at ${integer},
      created_at ${integer} not null,
      confirmed_at ${integer},
      check ((state = 'pending') = (confirmed_at is null))
    )${tableOptions}`,
    "create index comments_of_publication on comments (publication_id, state, id)",
    "create index comments_of_state on comments (state, auth_type, created_at)",
    "create index comments_in_order on comments (state, id)",
    "create index comments_of_client on comments (client, created_at) where client is not null",
    "create index comments_with_client on comments (created_at) where client is not null",
    "create index comments_of_author on comments (author_key, state, confirmed_at)",
    `create table comment_signatures (
      signature ${text} primary key,
      used_at ${integer} not null
    )${tableOptions}`,
    `create table closed_comments (
      publication_id ${integer} primary key references publications (id) on delete cascade
    )${tableOptions}`,
  ],
};
