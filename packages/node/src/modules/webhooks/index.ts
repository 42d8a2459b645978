import { defineModule } from "../../module.ts";

/** Addresses of the owner that get events, as signed messages (Standard Webhooks). */
export const webhooks = defineModule({
  name: "webhooks",
  load: async () => (await import("./parts.ts")).parts,
});
