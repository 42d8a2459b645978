import { hourMs } from "@freehold/protocol/internal";
import type { ModuleParts } from "../../module.ts";
import { backupChecks } from "./checks.ts";
import { makeDailyBackup } from "./daily.ts";

/** The parts of the module that a node at work needs. */
export const parts: ModuleParts = {
  maintenance: [
    {
      key: "daily-backup",
      each: "data folder",
      everyMs: hourMs,
      byClock: true,
      work: makeDailyBackup,
      failure: "the backup of the day could not be made",
    },
  ],
  checks: backupChecks,
  graphql: () => import("./graphql.ts"),
  downloads: [
    {
      method: "GET",
      path: "/api/backup",
      what: "a backup",
      mediaType: "application/zstd",
      isPrivate: () => true,
      async open(ctx, _request, signal) {
        const { openBackup } = await import("./download.ts");
        return await openBackup(ctx, signal);
      },
    },
  ],
};
