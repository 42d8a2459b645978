import type { Migration } from "../database.ts";

/** Finds the owner's publications by the date that readers see. Drafts and publications of others have none. */
export const publicationsByDate: Migration = {
  name: "0039-publications-by-date",
  statements: () => [
    `create index publications_by_date
      on publications (publisher_address, kind, state, site_time, site_seq, site_id, id) where site_time is not null`,
  ],
};
