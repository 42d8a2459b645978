import type { ModuleParts } from "../../module.ts";

/** The parts of the module that a node at work needs. A diagnosis is rare, so its code is loaded with the first. */
export const parts: ModuleParts = {
  services: {
    requireLeadsHere: async (context, address) =>
      await (await import("./leads-here.ts")).requireLeadsHere(context, address),
  },
  graphql: () => import("./graphql.ts"),
  routes: async () => {
    const { answerInstaller, answerProbes } = await import("./routes.ts");
    return [answerInstaller, answerProbes];
  },
};
