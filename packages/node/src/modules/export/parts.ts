import { hourMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { sweepUnsignedExport } from "./archive/unsigned-export.ts";
import { downloads } from "./download-routes.ts";
import { sweepImports } from "./import/import-jobs.ts";
import { importQueue } from "./import/import-queue.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  services: {
    prepareStaticSite: async (context, folder) => {
      const { prepareStaticSite } = await import("./static/prepare-site.ts");
      return await prepareStaticSite(context, folder);
    },
  },
  queues: { imports: importQueue },
  maintenance: [
    {
      key: "sweep-unsigned-export",
      each: "data folder",
      everyMs: hourMs,
      byClock: true,
      work: sweepUnsignedExport,
      failure: "an export that nobody signed could not be removed",
    },
    {
      key: "sweep-imports",
      each: "data folder",
      everyMs: hourMs,
      byClock: true,
      work: sweepImports,
      failure: "files of imports that are over could not be removed",
    },
  ],
  graphql: () => import("./graphql.ts"),
  downloads,
  routes: async () => [(await import("./import-routes.ts")).registerImports],
};
