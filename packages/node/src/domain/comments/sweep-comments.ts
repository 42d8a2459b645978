import type { Context } from "../../context.ts";
import { deletePendingBefore, forgetClientsBefore } from "../../store/commenters.ts";
import type { Tx } from "../../store/database.ts";
import { commentLimits } from "./comment-limits.ts";

/** Removes what nobody confirmed in time, and forgets who wrote what a day ago: a maintenance task, for nobody may write for long. */
export async function sweepComments({ store, clock }: Pick<Context, "store" | "clock">): Promise<void> {
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "comments");
    await removeStaleComments(tx, clock.now());
  });
}

/** The same in the caller's transaction, which holds the lock `comments`. */
export async function removeStaleComments(tx: Tx, now: number): Promise<void> {
  const before = now - commentLimits.pendingMs;
  await deletePendingBefore(tx, "EMAIL", before);
  await deletePendingBefore(tx, "ETHEREUM", before);
  await forgetClientsBefore(tx, before);
}
