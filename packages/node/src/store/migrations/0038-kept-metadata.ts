import type { Migration } from "../database.ts";

/** Whether the import that is running keeps the location and camera data of pictures. */
export const keptMetadata: Migration = {
  name: "0038-kept-metadata",
  statements: ({ integer }) => [
    `alter table import_jobs add column keep_metadata ${integer} not null default 0 check (keep_metadata in (0, 1))`,
  ],
};
