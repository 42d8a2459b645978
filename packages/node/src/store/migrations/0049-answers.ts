import type { Migration } from "../database.ts";

/** The comment that another one answers, and an index of conversations in the order in which pages show them. */
export const answers: Migration = {
  name: "0049-answers",
  statements: ({ integer }) => [
    `alter table comments add column answers ${integer}`,
    "create index comments_in_conversation on comments (publication_id, state, coalesce(answers, id), id)",
  ],
};
