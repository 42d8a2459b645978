import type { Context } from "../../context.ts";
import { deleteWebhook as deleteRecord } from "../../store/webhooks.ts";
import { DomainError } from "../domain-error.ts";

/**
 * Forgets a webhook and its deliveries; what still waits for it is not sent.
 *
 * @throws DomainError NOT_FOUND
 */
export async function deleteWebhook({ store }: Pick<Context, "store">, id: number): Promise<void> {
  const deleted = await store.transaction((tx) => deleteRecord(tx, id));
  if (!deleted) throw new DomainError("NOT_FOUND", `There is no webhook ${id}.`);
}
