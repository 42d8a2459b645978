import type { Migration } from "../database.ts";

/** Whether the owner said that all of an export is theirs, for the import that is running. */
export const confirmedImports: Migration = {
  name: "0035-confirmed-imports",
  statements: ({ integer }) => [
    `alter table import_jobs add column is_confirmed ${integer} not null default 0 check (is_confirmed in (0, 1))`,
  ],
};
