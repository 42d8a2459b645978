import { store } from "../../cli/command.ts";
import { defineModule } from "../../module.ts";
import { tables } from "./tables.ts";

/** Addresses of the owner that get events, as signed messages (Standard Webhooks). */
export const webhooks = defineModule({
  name: "webhooks",
  tables,
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "webhooks",
      summary: "List webhooks, or send one a test",
      usage: "[list|test ID]",
      argumentCount: [0, 2],
      details:
        "A test is an event of the type test, without data. A webhook that is off or waits is turned on for it.",
      settings: store,
      load: async () => (await import("./webhooks-command.ts")).webhooks,
    },
  ],
});
