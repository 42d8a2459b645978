import type { Generated } from "kysely";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    passkeys: PasskeysTable;
  }
}

/** Passkeys with which the owner signs in. */
const passkeysTable = {
  id: column<Generated<number>>(),
  /** The authenticator's name of it, in base64url. */
  credentialId: column<string>(),
  /** As a COSE key, in base64url. */
  publicKey: column<string>(),
  /** How often the authenticator says that it signed; 0 for one that does not count. */
  counter: column<number>(),
  label: column<string>(),
  /** How a browser reaches the authenticator, with blanks between them. */
  transports: column<string>(),
  /** The host name that it is for. */
  rpId: column<string>(),
  createdAt: column<number>(),
  lastUsedAt: column<number | null>(),
};
export type PasskeysTable = typeof passkeysTable;
export const passkeyColumns = columnsOf(passkeysTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  // No backup: one that was removed since would be good again.
  passkeys: {
    key: ["id"],
    counted: true,
    inBackup: false,
    isPrivate: true,
    times: { created_at: "event", last_used_at: "event" },
    calls: null,
    neverCalled: { rp_id: "this site" },
  },
};
