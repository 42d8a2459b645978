import type { DdlTraits, Migration } from "../../store/database.ts";

/** Passkeys of the owner, a second way to sign in. */
const passkeys: Migration = { name: "0017-passkeys", statements: (ddl) => [passkeysTable(ddl)] };

const passkeysTable = ({ id, integer, text, tableOptions }: DdlTraits): string => `create table passkeys (
  id ${id},
  credential_id ${text} not null unique,
  public_key ${text} not null,
  counter ${integer} not null,
  label ${text} not null,
  transports ${text} not null,
  rp_id ${text} not null,
  created_at ${integer} not null,
  last_used_at ${integer}
)${tableOptions}`;

/** The migrations of the module's tables. */
export const migrations: readonly Migration[] = [passkeys];
