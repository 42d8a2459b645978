import type { DdlFacts, Migration } from "../database.ts";

/** Authors by mail whose comments the owner does not take. */
export const commenterBlocks: Migration = {
  name: "0010-commenter-blocks",
  statements: (ddl) => [table(ddl)],
};

const table = ({ id, integer, text, tableOptions }: DdlFacts): string => `create table commenter_blocks (
  id ${id},
  author_key ${text} not null unique,
  author_name ${text} not null,
  reason ${text},
  created_at ${integer} not null
)${tableOptions}`;
