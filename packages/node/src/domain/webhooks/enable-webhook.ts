import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { hurryErrands } from "../../store/errands.ts";
import { findWebhook, updateWebhook } from "../../store/webhooks.ts";

/**
 * Tries a webhook again: its failures are forgotten, it is switched on where they had switched it off, and what waits
 * for it is due now.
 *
 * @throws AppError NOT_FOUND
 */
export async function enableWebhook(
  { store, clock, events }: Pick<Context, "store" | "clock" | "events">,
  id: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const hook = await findWebhook(tx, id);
    if (!hook) throw new AppError("NOT_FOUND", `There is no webhook ${id}.`);
    await updateWebhook(tx, id, { active: 1, failures: 0, lastFailureAt: null, nextTryAt: 0 });
    await hurryErrands(tx, "webhook", new URL(hook.url).host, clock.now());
  });
  events.emit("errands.due");
}
