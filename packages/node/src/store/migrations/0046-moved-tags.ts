import type { Migration } from "../database.ts";

/** Tags of public posts that were renamed: their pages lead to those of the new tags. */
export const movedTags: Migration = {
  name: "0046-moved-tags",
  statements: ({ text, tableOptions }) => [
    `create table moved_tags (
      tag ${text} primary key,
      target ${text} not null
    )${tableOptions}`,
    "create index moved_tags_of_target on moved_tags (target)",
  ],
};
