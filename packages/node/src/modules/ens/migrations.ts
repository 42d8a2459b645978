import type { Migration } from "../../store/database.ts";

/** The last results of looking up addresses in ENS. */
const ensNames: Migration = {
  name: "0028-ens-names",
  statements: ({ integer, text, tableOptions }) => [
    `create table ens_names (
      address ${text} primary key,
      name ${text},
      avatar_hash ${text} references contents (hash),
      asked_at ${integer} not null,
      verified_at ${integer},
      renew_at ${integer} not null
    )${tableOptions}`,
    "create index ens_names_due on ens_names (renew_at)",
    "create index ens_names_avatar on ens_names (avatar_hash) where avatar_hash is not null",
  ],
};

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [ensNames];
