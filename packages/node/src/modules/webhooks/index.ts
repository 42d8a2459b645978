import { defineModule } from "../../module.ts";

/** Addresses of the owner's that are told of events, by signed messages (Standard Webhooks). */
export const webhooks = defineModule({
  name: "webhooks",
  load: async () => (await import("./parts.ts")).parts,
});
