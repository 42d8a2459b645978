import { defineModule } from "../../module.ts";

/** Notifications of the owner: a list in the dashboard, and a push to each device. */
export const notifications = defineModule({
  name: "notifications",
  load: async () => (await import("./parts.ts")).parts,
});
