import type { Migration } from "../database.ts";

/** Deleted publications and comments, with the rows that are needed to restore them. */
export const trash: Migration = {
  name: "0047-trash",
  statements: ({ integer, text, tableOptions }) => [
    `create table trash (
      kind ${text} not null,
      subject_id ${integer} not null,
      type ${text} not null,
      state ${text} not null,
      publication_id ${integer} not null,
      title ${text} not null,
      excerpt ${text} not null,
      deleted_with ${integer},
      deleted_at ${integer} not null,
      primary key (kind, subject_id)
    )${tableOptions}`,
    "create index trash_by_time on trash (deleted_at, kind, subject_id)",
    "create index trash_of_publication on trash (publication_id)",
    "create index trash_deleted_with on trash (deleted_with) where deleted_with is not null",
    `create table trash_rows (
      kind ${text} not null,
      subject_id ${integer} not null,
      "position" ${integer} not null,
      table_name ${text} not null,
      data ${text} not null,
      content_hash ${text},
      primary key (kind, subject_id, "position"),
      foreign key (kind, subject_id) references trash (kind, subject_id) on delete cascade
    )${tableOptions}`,
    "create index trash_rows_of_content on trash_rows (content_hash) where content_hash is not null",
  ],
};
