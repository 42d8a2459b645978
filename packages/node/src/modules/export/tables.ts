import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    import_jobs: ImportJobsTable;
  }
}

/**
 * - `checking`: a dry run; `checked`: it waits for its owner.
 * - `importing`, `imported`, `stopped` by its owner, `failed`.
 */
export type ImportJobState = "checking" | "checked" | "importing" | "imported" | "stopped" | "failed";

/** Imports that the owner has started in the dashboard. Times in ms. */
const importJobsTable = {
  id: column<Generated<number>>(),
  state: column<ImportJobState>(),
  /** The name of its folder below `import` of the data folder. */
  folder: column<string>(),
  /** The name of the file in it. */
  name: column<string>(),
  /** The address of a feed that is fetched into the file. */
  url: column<string | null>(),
  /** Bytes. */
  size: column<number>(),
  format: column<string | null>(),
  fetchPictures: column<0 | 1>(),
  /** Whether the owner said that all of an export is theirs. */
  isConfirmed: column<0 | 1>(),
  /** Whether pictures keep their location and camera data. */
  keepMetadata: column<0 | 1>(),
  /** Whether entries are published that nothing marks as public. */
  publishUnsaid: column<0 | 1>(),
  /** The address of the old site, from which missing files are fetched. */
  site: column<string | null>(),
  /** Whether entries that lost words or code are as public as they were. */
  publishIncomplete: column<0 | 1>(),
  /** The owner's names among the authors of the file, as JSON; null where nobody was chosen. */
  authors: column<string | null>(),
  done: column<number>(),
  total: column<number | null>(),
  /** The beginning of the report, as JSON. */
  summary: column<string | null>(),
  error: column<string | null>(),
  /** The number of claims since the owner started it. */
  attempts: column<number>(),
  /** The time at which it is due; null: nothing to do. A claim and each renewal move it past the lease. */
  nextTryAt: column<number | null>(),
  createdAt: column<number>(),
  finishedAt: column<number | null>(),
};
export type ImportJobsTable = typeof importJobsTable;
export const importJobColumns = columnsOf(importJobsTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  // No backup: their files are not in it.
  import_jobs: {
    key: ["id"],
    counted: true,
    inBackup: false,
    isPrivate: true,
    times: { next_try_at: "due", created_at: "event", finished_at: "event" },
    calls: {
      whom: "a feed that is imported, and an old site with its files",
      columns: ["url", "site"],
      off: { next_try_at: null },
    },
  },
};
