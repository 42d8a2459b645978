import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { lockPublication } from "../../store/lock-publication.ts";
import { removeSchedule, saveSchedule } from "../../store/publication-schedules.ts";
import { findPublication } from "../../store/publications.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { requireOpen } from "./update-publication.ts";

/**
 * Says when a draft becomes local by itself, in the place of what was said before. It is not signed by that: a
 * signature takes its owner.
 *
 * @param at ms; null for never
 * @throws AppError NOT_FOUND, CONFLICT when it is published already, VALIDATION_FAILED for a time that is past
 */
export async function schedulePublication(
  context: Pick<Context, "store" | "clock">,
  id: number,
  at: number | null,
): Promise<void> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  if (at !== null && !(Number.isSafeInteger(at) && at > clock.now())) {
    throw new AppError("VALIDATION_FAILED", "A draft is scheduled for a time to come.");
  }
  await store.transaction(async (tx) => {
    await lockPublication(tx, id);
    const { state } = requireOpen(await findPublication(tx, id), own.address, id);
    if (state !== "draft") throw new AppError("CONFLICT", "This publication is on your site already.");
    if (at === null) await removeSchedule(tx, id);
    else await saveSchedule(tx, { publicationId: id, dueAt: at });
  });
}
