import type { DdlTraits, Migration } from "../database.ts";
import { progressColumns, queueIndexes } from "./0001-start.ts";

/** The kind of a job and the way in which an author is known are checked by the program only, so that it can add new ones. */
export const openKinds: Migration = {
  name: "0022-open-kinds",
  statements: (ddl) => [
    ...ddl.dropChecks({
      name: "jobs",
      definition: `
        id ${ddl.id},
        kind ${ddl.text} not null,
        host ${ddl.text} not null,
        payload ${ddl.text} not null,
        ${progressColumns(ddl)}`,
      columns: jobColumns,
      indexes: queueIndexes("jobs", "host"),
      checks: ["errands_kind_check"],
    }),
    ...ddl.dropChecks({
      name: "comments",
      definition: commentsTable(ddl),
      columns: commentColumns,
      indexes: commentIndexes,
      checks: ["comments_auth_type_check"],
    }),
  ],
};

const jobColumns = [
  "id",
  "kind",
  "host",
  "payload",
  "state",
  "attempts",
  "next_try_at",
  "claimed_by",
  "created_at",
  "expires_at",
  "finished_at",
  "last_error",
];

const commentColumns = [
  "id",
  "publication_id",
  "state",
  "auth_type",
  "author_id",
  "author_key",
  "author_name",
  "body",
  '"timestamp"',
  "client",
  "token_hash",
  "deletion_token_hash",
  "deletion_expires_at",
  "created_at",
  "confirmed_at",
];

const commentsTable = ({ id, integer, text }: DdlTraits): string => `
  id ${id},
  publication_id ${integer} not null references publications (id) on delete cascade,
  state ${text} not null check (state in ('pending', 'held', 'published', 'rejected')),
  auth_type ${text} not null,
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
  check ((state = 'pending') = (confirmed_at is null))`;

const commentIndexes = [
  "create index comments_of_publication on comments (publication_id, state, id)",
  "create index comments_of_state on comments (state, auth_type, created_at)",
  "create index comments_in_order on comments (state, id)",
  "create index comments_of_client on comments (client, created_at) where client is not null",
  "create index comments_with_client on comments (created_at) where client is not null",
  "create index comments_of_author on comments (author_key, state, confirmed_at)",
];
