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
      summary: "Find problems and their solutions",
      details:
        "Checks configuration, machine, database, queues, mail, push, DNS, certificate and proxy, and asks a connected " +
        "site to call back. It changes nothing. Run it with the settings that the node was started with; while the node does not " +
        "run, checks that need a running node are skipped. Exit code 1 when a check failed.",
      flags: [progress],
      settings: settingNames,
      load: async () => (await import("./doctor-command.ts")).doctor,
    },
  ],
});
