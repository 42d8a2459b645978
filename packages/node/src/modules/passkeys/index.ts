import { defineModule } from "../../module.ts";

/** Passkeys (WebAuthn), with which the owner signs in. They sign no posts. */
export const passkeys = defineModule({
  name: "passkeys",
  load: async () => (await import("./parts.ts")).parts,
});
