import type { DdlFacts, Migration } from "../database.ts";

/** Publishing at a time, paging through one kind of publication, and blocks. */
export const publishing: Migration = {
  name: "0006-publishing",
  statements: (ddl) => [...schedules(ddl), ...kinds, ...blocks(ddl)],
};

const schedules = ({ integer, tableOptions }: DdlFacts): string[] => [
  `create table publication_schedules (
    publication_id ${integer} primary key references publications (id) on delete cascade,
    due_at ${integer} not null
  )${tableOptions}`,
  "create index publication_schedules_due on publication_schedules (due_at, publication_id)",
];

/** As the indexes without the kind: each holds all that paging needs. */
const kinds: readonly string[] = [
  "create index publications_of_kind on publications (kind, state, sort_time, seq, id)",
  "create index publications_of_publisher_kind on publications (publisher_address, kind, state, sort_time, seq, id)",
];

const blocks = ({ id, integer, text, tableOptions }: DdlFacts): string[] => [
  `create table blocks (
    id ${id},
    address ${text} not null unique,
    reason ${text},
    created_at ${integer} not null
  )${tableOptions}`,
];
