import { defineModule } from "../../module.ts";

/** Names and pictures of addresses from ENS: looked up, verified, stored. */
export const ens = defineModule({
  name: "ens",
  load: async () => (await import("./parts.ts")).parts,
});
