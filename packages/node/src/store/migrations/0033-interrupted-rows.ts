import type { DdlTraits, Migration } from "../database.ts";

/** Work that was under way when its process died, and the claims of queues whose tables have none. */
export const interruptedRows: Migration = {
  name: "0033-interrupted-rows",
  statements: (ddl) => [
    interruptedTable(ddl),
    "create index interrupted_rows_by_state on interrupted_rows (state, created_at)",
  ],
};

const interruptedTable = ({
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table interrupted_rows (
  queue ${text} not null,
  row_key ${text} not null,
  state ${text} not null check (state in ('running', 'interrupted', 'alone', 'aside')),
  worker ${text},
  deaths ${integer} not null,
  created_at ${integer} not null,
  primary key (queue, row_key)
)${tableOptions}`;
