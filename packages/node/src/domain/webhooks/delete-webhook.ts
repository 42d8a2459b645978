import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { deleteWebhook as deleteRecord } from "../../store/webhooks.ts";

/**
 * Forgets a webhook and its deliveries; what still waits for it is not sent.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteWebhook({ store }: Pick<Context, "store">, id: number): Promise<void> {
  const deleted = await store.transaction((tx) => deleteRecord(tx, id));
  if (!deleted) throw new AppError("NOT_FOUND", `There is no webhook ${id}.`);
}
