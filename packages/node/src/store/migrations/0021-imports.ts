import type { DdlTraits, Migration } from "../database.ts";

/** Imports from other programs: the time of writing, the key there, and the former addresses. */
export const imports: Migration = {
  name: "0021-imports",
  statements: (ddl) => [
    `alter table publications add column written_at ${ddl.integer}`,
    importsTable(ddl),
    "create index imports_of_publication on imports (publication_id)",
    oldAddressesTable(ddl),
    "create index old_addresses_of_publication on old_addresses (publication_id)",
  ],
};

const importsTable = ({ integer, text, tableOptions }: DdlTraits): string => `create table imports (
  format ${text} not null,
  key ${text} not null,
  publication_id ${integer} references publications (id) on delete set null,
  announce ${integer} not null check (announce in (0, 1)),
  imported_at ${integer} not null,
  primary key (format, key)
)${tableOptions}`;

const oldAddressesTable = ({
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table old_addresses (
  path ${text} primary key,
  publication_id ${integer} not null references publications (id) on delete cascade
)${tableOptions}`;
