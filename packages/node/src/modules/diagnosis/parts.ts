import { minuteMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { watchChecks } from "./watch-checks.ts";

/** The parts of the module that a node at work needs. A diagnosis is rare, so its code is loaded with the first. */
export const parts: ModuleParts = {
  services: {
    requireLeadsHere: async (context, address) =>
      await (await import("./leads-here.ts")).requireLeadsHere(context, address),
  },
  maintenance: [
    {
      key: "watch-checks",
      each: "process",
      everyMs: minuteMs,
      work: watchChecks,
      failure: "the node could not be checked",
    },
  ],
  graphql: () => import("./graphql.ts"),
  routes: async () => {
    const { answerInstaller, answerProbes } = await import("./routes.ts");
    return [answerInstaller, answerProbes];
  },
};
