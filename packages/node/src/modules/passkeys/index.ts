import { defineModule } from "../../module.ts";
import { migrations } from "./migrations.ts";
import { tables } from "./tables.ts";

/** Passkeys (WebAuthn), with which the owner signs in. They sign no posts. */
export const passkeys = defineModule({
  name: "passkeys",
  tables,
  migrations,
  load: async () => (await import("./parts.ts")).parts,
});
