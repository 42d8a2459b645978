import type { ModuleParts } from "../../module.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  graphql: () => import("./graphql.ts"),
};
