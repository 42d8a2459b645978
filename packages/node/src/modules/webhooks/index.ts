import { defineModule } from "../../module.ts";
import { tables } from "./tables.ts";

/** Addresses of the owner that get events, as signed messages (Standard Webhooks). */
export const webhooks = defineModule({
  name: "webhooks",
  tables,
  load: async () => (await import("./parts.ts")).parts,
});
