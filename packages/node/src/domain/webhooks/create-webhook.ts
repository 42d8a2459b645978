import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { addWebhook, listWebhooks } from "../../store/webhooks.ts";
import { limits } from "../limits.ts";
import { parseCallTarget } from "../parse-address.ts";
import { type WebhookEventType, webhookEventTypes } from "./webhook-events.ts";

export interface NewWebhook {
  /** https, without credentials. */
  url: string;
  events: readonly string[];
}

/**
 * Tells an address of the owner's about events from now on.
 *
 * @returns its id, and the secret that its messages are signed with: it is shown this once
 * @throws AppError VALIDATION_FAILED for another URL, no event or an unknown one; TOO_MANY
 */
export async function createWebhook(
  { store, clock }: Pick<Context, "store" | "clock">,
  { url, events }: NewWebhook,
): Promise<{ id: number; secret: string }> {
  const target = parseCallTarget(url);
  if (!target) throw new AppError("VALIDATION_FAILED", "A webhook needs an https URL without a password.");
  const types = checkEvents(events);
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "webhooks");
    if ((await listWebhooks(tx)).length >= limits.webhooks) {
      throw new AppError("TOO_MANY", `There are ${limits.webhooks} webhooks already: delete one first.`);
    }
    return await addWebhook(tx, {
      url: target.href,
      secret,
      events: types.join(" "),
      createdAt: clock.now(),
    });
  });
  return { id, secret };
}

function checkEvents(events: readonly string[]): WebhookEventType[] {
  const types = webhookEventTypes.filter((type) => events.includes(type));
  if (types.length === 0 || types.length !== new Set(events).size) {
    throw new AppError("VALIDATION_FAILED", `A webhook is told of ${webhookEventTypes.join(", ")}.`);
  }
  return types;
}
