import { hourMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { ensChecks } from "./checks.ts";
import { ensLimits } from "./limits.ts";
import { readEnsNames } from "./read.ts";
import { renewName, renewNames, requireEthereum, wishName } from "./renew.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  services: {
    readNames: readEnsNames,
    wishName: (tx, { atSignIn = false, ...wish }) =>
      wishName(tx, atSignIn ? { ...wish, afterMs: ensLimits.signInMs } : wish),
  },
  jobs: (context) => ({ ens: (job, signal) => renewName(context, job, signal) }),
  settings: {
    async check(context, { ensRpc }) {
      if (typeof ensRpc === "string") await requireEthereum(context, ensRpc);
    },
    // Names are looked up or deleted at once, and not only by the next maintenance.
    async changed(context, { ensRpc }) {
      if (ensRpc !== undefined) await renewNames(context);
    },
  },
  checks: ensChecks,
  maintenance: [
    { key: "renew-names", everyMs: hourMs, work: renewNames, failure: "names of ENS could not be renewed" },
  ],
  graphql: () => import("./graphql.ts"),
  routes: async () => [(await import("./routes.ts")).answerEnsPictures],
};
