import type { Context } from "../../context.ts";
import { findWebhook, updateWebhook } from "../../store/webhooks.ts";
import { DomainError } from "../domain-error.ts";

/**
 * Tells a webhook of events again that was switched off for its failures, which are forgotten.
 *
 * @throws DomainError NOT_FOUND
 */
export async function enableWebhook({ store }: Pick<Context, "store">, id: number): Promise<void> {
  await store.transaction(async (tx) => {
    if (!(await findWebhook(tx, id))) throw new DomainError("NOT_FOUND", `There is no webhook ${id}.`);
    await updateWebhook(tx, id, { active: 1, failures: 0, last_failure_at: null, next_try_at: 0 });
  });
}
