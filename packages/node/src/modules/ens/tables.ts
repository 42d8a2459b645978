import type { Address, Hex } from "@freehold/protocol";
import { column, columnsOf } from "../../store/column-names.ts";

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
