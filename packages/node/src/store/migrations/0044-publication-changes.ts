import type { DdlTraits, Migration } from "../database.ts";

/** Changes of published posts that are not published yet. Their texts are contents, as those of publications are. */
export const publicationChanges: Migration = {
  name: "0044-publication-changes",
  statements: (ddl) => [
    changesTable(ddl),
    "create index publication_changes_of_content on publication_changes (content_hash)",
  ],
};

const changesTable = ({
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table publication_changes (
  publication_id ${integer} primary key references publications (id) on delete cascade,
  content_hash ${text} not null,
  slug ${text},
  base_revision ${integer} not null,
  updated_at ${integer} not null
)${tableOptions}`;
