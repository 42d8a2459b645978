import type { Context } from "../../context.ts";
import { openBackup } from "../../domain/backup/download.ts";
import { openExport } from "../../domain/export/download.ts";
import type { Takeaway } from "./take-away.ts";

/** GET /api/backup: everything that this node is, without the keystore. */
export function backupTakeaway(ctx: Context): Takeaway {
  return {
    what: "a backup",
    mediaType: "application/zstd",
    open: (_request, signal) => openBackup(ctx, signal),
  };
}

/** GET /api/export: what is the owner's own as plain files, packed; with `?private=true` what no reader sees as well. */
export function exportTakeaway(ctx: Context): Takeaway {
  return {
    what: "an export",
    mediaType: "application/gzip",
    open: ({ query }, signal) =>
      openExport(ctx, { withPrivate: (query as { private?: unknown }).private === "true", signal }),
  };
}
