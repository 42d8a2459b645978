import { PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { backoff } from "../../delivery/backoff.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import type { Errand } from "../../store/errands.ts";
import type { Tx } from "../../store/store.ts";
import { addWebhookDelivery, findWebhook, updateWebhook, type WebhookRecord } from "../../store/webhooks.ts";
import { callOut } from "../errands/call-out.ts";
import { limits } from "../limits.ts";
import { notify } from "../notifications/notify.ts";
import type { WebhookErrand } from "./add-webhook-event.ts";
import { signWebhook } from "./sign-webhook.ts";

type DeliveryContext = Pick<Context, "store" | "clock" | "peers">;

/** A webhook that fails is tried once an hour at least, so that its hundred failures are days and not minutes. */
const longestPauseMs = 60 * 60 * 1000;

/**
 * Errand: tells a webhook of one event, signed anew at every try, and keeps how it went. A webhook that does not
 * answer is left alone for a while with all that waits for it, and is switched off after a hundred failures in a row.
 */
export async function deliverWebhook(
  context: DeliveryContext,
  errand: Errand,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const { webhookId, eventId, event, body } = JSON.parse(errand.payload) as WebhookErrand;
  const hook = await findWebhook(store.db, webhookId);
  if (!hook) return { result: "refused", reason: "the webhook was deleted" };
  if (hook.active === 0) return { result: "refused", reason: "the webhook was switched off" };
  const startedAt = clock.now();
  if (hook.nextTryAt > startedAt) {
    const afterMs = hook.nextTryAt - startedAt;
    return { result: "later", scope: "row", reason: "the webhook does not answer", afterMs };
  }
  const seconds = Math.floor(startedAt / 1000);
  const headers = {
    "Content-Type": "application/json",
    "X-Freehold-Event": event,
    "X-Freehold-Delivery": eventId,
    "X-Freehold-Signature": signWebhook(hook.secret, seconds, body),
  };
  const began = performance.now();
  const answer = await callOut(context, { url: hook.url, headers, body, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof PeerError) return error;
      throw error;
    },
  );
  const durationMs = Math.round(performance.now() - began);
  const failure = answer instanceof PeerError ? answer : null;
  await store.transaction(async (tx) => {
    const status = answer instanceof PeerError ? answer.status : answer;
    const tried = { webhook_id: hook.id, event_id: eventId, event, attempt: errand.attempts + 1, status };
    const problem = failure && (failure.kind === "refused" ? "answer" : failure.kind);
    await store.dialect.lock(tx, `webhook ${hook.id}`);
    const current = await findWebhook(tx, hook.id);
    if (!current) return;
    await addWebhookDelivery(
      tx,
      { ...tried, problem, duration_ms: durationMs, created_at: startedAt },
      limits.webhookDeliveries,
    );
    if (failure) await noteFailure(tx, current, { startedAt, now: clock.now() });
    else if (current.failures > 0) await updateWebhook(tx, hook.id, healthy);
  });
  return failure ? outcomeOfPeerError(failure) : { result: "done" };
}

const healthy = { failures: 0, last_failure_at: null, next_try_at: 0 } as const;

/** Calls that were under way together are one failure. */
async function noteFailure(
  tx: Tx,
  { id, url, active, failures, lastFailureAt }: WebhookRecord,
  { startedAt, now }: { startedAt: number; now: number },
): Promise<void> {
  if (lastFailureAt !== null && lastFailureAt >= startedAt) return;
  const inARow = failures + 1;
  const off = active === 1 && inARow >= limits.webhookFailures;
  const pause = Math.min(backoff(inARow, Math.random()), longestPauseMs);
  await updateWebhook(tx, id, {
    failures: inARow,
    last_failure_at: now,
    next_try_at: now + pause,
    ...(off && { active: 0 }),
  });
  if (off) await notify(tx, { type: "failed-webhook", webhookId: id, url, now });
}
