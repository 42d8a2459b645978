import { progress } from "../../cli/command.ts";
import { settingNames } from "../../config/settings.ts";
import { defineModule } from "../../module.ts";

/** The diagnosis of a node: `freehold doctor`, its table of checks, and probes of the public address. */
export const diagnosis = defineModule({
  name: "diagnosis",
  load: async () => (await import("./parts.ts")).parts,
  commands: [
    {
      name: "doctor",
      summary: "Find problems of the node, and their solutions",
      details:
        "Looks at configuration, machine, database, queues, mail, push, DNS, certificate and proxy, and asks a connected " +
        "node to call back. It changes nothing. Give it the settings that the node was started with; while the node does not " +
        "run, the checks that need it are skipped. Exit code 1 when a check failed.",
      flags: [progress],
      settings: settingNames,
      load: async () => (await import("./doctor-command.ts")).doctor,
    },
  ],
});
