import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { retryOutboxEntry as retryRow } from "../../store/outbox.ts";

/**
 * Tries one entry of the outbox again at once, unless it is being tried; one that was refused or given up begins anew.
 *
 * @throws AppError NOT_FOUND when there is none that could be tried: it does not exist, or was delivered
 */
export async function retryOutboxEntry(
  { store, clock, events }: Pick<Context, "store" | "clock" | "events">,
  id: number,
): Promise<void> {
  const found = await store.transaction((tx) => retryRow(tx, id, clock.now()));
  if (!found)
    throw new AppError("NOT_FOUND", `Nothing with the id ${id} waits, was refused or was given up.`);
  events.emit("outbox.due");
}
