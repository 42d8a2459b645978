import { dayMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { countReads } from "./count.ts";
import { firstShownDay, readReadsOf, sweepReads } from "./read.ts";
import { readsOfPublication } from "./store.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  services: {
    readReadsOf,
    rankByReads: async (context) => readsOfPublication(await firstShownDay(context)),
  },
  start: countReads,
  maintenance: [
    {
      key: "sweep-reads",
      everyMs: dayMs,
      byClock: true,
      work: sweepReads,
      failure: "old counts of reads could not be removed",
    },
  ],
  graphql: () => import("./graphql.ts"),
};
