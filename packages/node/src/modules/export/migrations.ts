import type { DdlTraits, Migration } from "../../store/database.ts";

/** Imports that the owner has started in the dashboard. */
const importJobs: Migration = {
  name: "0027-import-jobs",
  statements: (ddl) => [
    importJobsTable(ddl),
    "create index import_jobs_due on import_jobs (next_try_at) where next_try_at is not null",
  ],
};

const importJobsTable = ({
  id,
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table import_jobs (
  id ${id},
  state ${text} not null check (state in ('checking', 'checked', 'importing', 'imported', 'stopped', 'failed')),
  folder ${text} not null,
  name ${text} not null,
  url ${text},
  size ${integer} not null,
  format ${text},
  fetch_pictures ${integer} not null check (fetch_pictures in (0, 1)),
  done ${integer} not null,
  total ${integer},
  summary ${text},
  error ${text},
  attempts ${integer} not null,
  next_try_at ${integer},
  created_at ${integer} not null,
  finished_at ${integer}
)${tableOptions}`;

/** Whether the owner said that all of an export is theirs, for the import that is running. */
const confirmedImports: Migration = {
  name: "0035-confirmed-imports",
  statements: ({ integer }) => [
    `alter table import_jobs add column is_confirmed ${integer} not null default 0 check (is_confirmed in (0, 1))`,
  ],
};

/** Whether the import that is running keeps the location and camera data of pictures. */
const keptMetadata: Migration = {
  name: "0038-kept-metadata",
  statements: ({ integer }) => [
    `alter table import_jobs add column keep_metadata ${integer} not null default 0 check (keep_metadata in (0, 1))`,
  ],
};

/** Whether the import that is running publishes entries that lost words or code. */
const incompleteEntries: Migration = {
  name: "0041-incomplete-entries",
  statements: ({ integer }) => [
    `alter table import_jobs add column publish_incomplete ${integer} not null default 0 check (publish_incomplete in (0, 1))`,
  ],
};

/** The owner's names among the authors of the file that is imported. */
const authorsOfImports: Migration = {
  name: "0042-import-authors",
  statements: ({ text }) => [`alter table import_jobs add column authors ${text}`],
};

/** The old site of the file that is imported, and whether entries are published that nothing marks as public. */
const sitesOfImports: Migration = {
  name: "0043-sites-of-imports",
  statements: ({ integer, text }) => [
    `alter table import_jobs add column site ${text}`,
    `alter table import_jobs add column publish_unsaid ${integer} not null default 0 check (publish_unsaid in (0, 1))`,
  ],
};

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [
  importJobs,
  confirmedImports,
  keptMetadata,
  incompleteEntries,
  authorsOfImports,
  sitesOfImports,
];
