import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** Names and pictures of addresses from ENS: looked up, verified, stored. */
export const ens = defineModule({
  name: "ens",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
});
