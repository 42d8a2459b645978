import { defineModule } from "../../module.ts";
import { tables } from "./tables.ts";

/** Notifications of the owner: a list in the dashboard, and a push to each device. */
export const notifications = defineModule({
  name: "notifications",
  tables,
  load: async () => (await import("./parts.ts")).parts,
});
