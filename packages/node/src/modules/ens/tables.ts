import type { Address, Hex } from "@freehold/protocol";
import { column, columnsOf } from "../../store/tables/column.ts";
import type { TraitsByTable } from "../../store/tables/table-traits.ts";

declare module "../../store/tables/tables.ts" {
  interface Tables {
    ens_names: EnsNamesTable;
  }
}

/** Names of addresses in ENS. Times in ms. */
const ensNamesTable = {
  address: column<Address>(),
  /** The name as it is shown; null for none. */
  name: column<string | null>(),
  /** The hash of a small copy of its picture. */
  avatarHash: column<Hex | null>(),
  /** The time of the last look-up. */
  askedAt: column<number>(),
  /** The time of the last result; null before it. */
  verifiedAt: column<number | null>(),
  /** The time of the next look-up. */
  renewAt: column<number>(),
};
export type EnsNamesTable = typeof ensNamesTable;
export const ensNameColumns = columnsOf(ensNamesTable);

/** The traits of the module's tables. */
export const tables: TraitsByTable = {
  // No backup: they are looked up again.
  ens_names: {
    contents: ["avatar_hash"],
    key: ["address"],
    inBackup: false,
    times: { renew_at: "due", asked_at: "event", verified_at: "event" },
    calls: { whom: "an Ethereum RPC", columns: ["address"], off: "setting" },
  },
};
