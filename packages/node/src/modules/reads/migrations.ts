import type { Migration } from "../../store/database.ts";

/** Counts of reads. The rows of a deleted post stay until their days are too old: they are in the sums of all posts. */
const postReads: Migration = {
  name: "0045-post-reads",
  statements: ({ integer, tableOptions }) => [
    `create table post_reads (
      post_id ${integer} not null,
      day ${integer} not null,
      reads ${integer} not null,
      primary key (post_id, day)
    )${tableOptions}`,
    "create index post_reads_of_day on post_reads (day, post_id, reads)",
  ],
};

/** The migrations of the module's table. */
export const migrations: readonly Migration[] = [postReads];
