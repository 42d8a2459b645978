import type { Context } from "../context.ts";
import { checkContentSize } from "../domain/contents/check.ts";
import { handleContentFaults } from "../domain/contents/faults.ts";
import { sweepUnfinished } from "../domain/contents/sweep.ts";
import { hasCode } from "../errors/errors.ts";
import { listNewestContents } from "../store/contents.ts";
import { interruptClaims } from "../store/queues/interrupted-rows.ts";
import type { Unsettled } from "./crash-marker.ts";

const contentsAfterCrash = 10_000; // contents that the start after a crash looks for

/** The repairs after a crash, or after the database was replaced. */
export interface Recovery {
  readonly cause: Unsettled;
  /** Temporary files of interrupted writes. */
  readonly removedFiles: number;
  /** Rows of the queues that the crashed process had claimed; they are tried apart. */
  readonly releasedRows: number;
  /** Contents that were checked, and those of them that are missing or damaged. */
  readonly checkedContents: number;
  readonly faultyContents: number;
}

/**
 * Repairs the data after a crash; the database was checked before. It checks the newest contents, which the crash may have
 * damaged, or which an earlier database may still name though they were deleted. Maintenance reads the others (`checkContents`).
 */
export async function recoverNode(
  context: Pick<Context, "store" | "blobs" | "thumbnails" | "clock" | "log" | "config">,
  cause: Unsettled,
): Promise<Recovery> {
  const { store, log } = context;
  const removedFiles = await sweepUnfinished(context);
  const now = context.clock.now();
  const releasedRows = store.dialect.singleProcess
    ? await store.transaction((tx) => interruptClaims(tx, null, { now }))
    : 0;
  const found = new Map();
  for (const content of await listNewestContents(store.db, contentsAfterCrash)) {
    // While S3 does not answer, they are unknown; `checkContents` checks them later.
    const fault = await checkContentSize(context, content).catch((error: unknown) => {
      if (hasCode(error, "BUSY")) return undefined;
      throw error;
    });
    if (fault === undefined) break;
    found.set(content.hash, fault);
  }
  const faulty = await handleContentFaults(context, found);
  const recovery = {
    cause,
    removedFiles,
    releasedRows,
    checkedContents: found.size,
    faultyContents: faulty.size,
  };
  if (cause === "crash")
    log.warn(recovery, "the run before this one did not end well; this was found and put right");
  else log.info(recovery, "the database is an earlier one; it was compared with the files");
  return recovery;
}
