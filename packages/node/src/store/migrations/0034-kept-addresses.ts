import type { DdlTraits, Migration } from "../database.ts";

/**
 * An old address outlives its publication. The addresses that were lost before come back as far as something knows them: by the
 * earlier texts of posts on the site, and by what was signed and deleted.
 */
export const keptAddresses: Migration = {
  name: "0034-kept-addresses",
  statements: (ddl) => [
    "drop index old_addresses_of_publication",
    "alter table old_addresses rename to old_addresses_before",
    oldAddressesTable(ddl),
    "insert into old_addresses (path, publication_id) select path, publication_id from old_addresses_before",
    "drop table old_addresses_before",
    "create index old_addresses_of_publication on old_addresses (publication_id)",
    // A text was on the site if it was saved after its post came there; what was signed since may have been a draft before.
    `insert into old_addresses (path, publication_id)
      select '/publications/' || publication_history.content_hash, min(publications.id)
      from publication_history
      join publications on publications.id = publication_history.publication_id
      join profiles on profiles.address = publications.publisher_address and profiles.is_self = 1
      where publications.state = 'local'
        and publication_history.saved_at >= publications.created_at
        and publication_history.content_hash <> publications.content_hash
      group by publication_history.content_hash
      on conflict (path) do nothing`,
    `insert into old_addresses (path, publication_id)
      select distinct '/publications/' || publication_tombstones.content_hash, cast(null as ${ddl.integer})
      from publication_tombstones
      join profiles on profiles.address = publication_tombstones.publisher_address and profiles.is_self = 1
      where 1 = 1
      on conflict (path) do nothing`,
  ],
};

const oldAddressesTable = ({
  integer,
  text,
  tableOptions,
}: DdlTraits): string => `create table old_addresses (
  path ${text} primary key,
  publication_id ${integer} references publications (id) on delete set null
)${tableOptions}`;
