import type { DdlFacts, Migration } from "../database.ts";

/** How much of each followed publisher's is kept here: counting it anew for each pull would take longer than the pull. */
export const replicaUsage: Migration = {
  name: "0008-replica-usage",
  statements: (ddl) => [table(ddl), count],
};

const table = ({ integer, text, tableOptions }: DdlFacts): string => `create table replica_usage (
  publisher_address ${text} primary key,
  replicas ${integer} not null,
  bytes ${integer} not null,
  freed_at ${integer} not null
)${tableOptions}`;

const count = `insert into replica_usage (publisher_address, replicas, bytes, freed_at)
  select publisher_address, count(*), coalesce(sum(contents.size), 0), 0
  from publications left join contents on contents.hash = publications.content_hash
  where publisher_address not in (select address from profiles where is_self = 1)
  group by publisher_address`;
