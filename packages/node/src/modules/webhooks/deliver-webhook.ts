import { createHmac } from "node:crypto";
import { PeerError } from "@freehold/protocol";
import { hourMs } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { callOut } from "../../domain/call-out.ts";
import { type Outcome, outcomeOfPeerError, retryDelay } from "../../jobs/retry.ts";
import type { Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import type { Job } from "../../store/queues/jobs.ts";
import { addWebhookDelivery, findWebhook, updateWebhook, type WebhookRecord } from "./store.ts";
import { type WebhookJob, webhookPayload } from "./webhook-events.ts";

const webhookDeliveries = 50; // tries of a webhook that are kept
export const webhookFailures = 100; // failures of a webhook in a row
const webhookPauseMs = hourMs; // between two tries of a webhook that fails

declare module "../../store/events.ts" {
  interface NodeEvents {
    /** A webhook failed so often that it was switched off. */
    "webhook.switched-off": { readonly webhookId: number; readonly url: string };
  }
}

type DeliveryContext = Pick<Context, "store" | "clock" | "peers">;

/** A webhook that fails is tried once an hour at least, so that its hundred failures are days and not minutes. */
const longestPauseMs = webhookPauseMs;

/** The result of one try. */
interface Try {
  startedAt: number;
  durationMs: number;
  status: number | null;
  failure: PeerError | null;
}

/**
 * Job: sends one event to a webhook, signed again at every try, and stores the result. A webhook that does not answer is
 * paused for a while with all its waiting events, and is switched off after a hundred failures in a row.
 */
export async function deliverWebhook(
  context: DeliveryContext,
  job: Job,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock } = context;
  const message = parsePayload(webhookPayload, job);
  const hook = await findWebhook(store.db, message.webhookId);
  if (!hook) return { result: "refused", reason: "the webhook was deleted" };
  if (hook.active === 0) return { result: "refused", reason: "the webhook was switched off" };
  const afterMs = hook.nextTryAt - clock.now();
  if (afterMs > 0)
    return {
      result: "later",
      scope: "row",
      reason: "the webhook does not answer",
      afterMs,
      isProgress: true,
    };
  const tried = await send(context, hook, message, signal);
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, `webhook ${hook.id}`);
    const current = await findWebhook(tx, hook.id);
    if (!current) return;
    await recordTry(tx, message, job.attempts + 1, tried);
    if (tried.failure) {
      const { startedAt, failure } = tried;
      await noteFailure(tx, current, { startedAt, now: clock.now(), askedMs: failure.retryAfterMs ?? 0 });
    }
    if (!tried.failure && current.failures > 0) await updateWebhook(tx, hook.id, healthy);
  });
  return tried.failure ? outcomeOfPeerError(tried.failure) : { result: "done" };
}

async function send(
  context: DeliveryContext,
  { url, secret }: WebhookRecord,
  { event, eventId, body }: WebhookJob,
  signal?: AbortSignal,
): Promise<Try> {
  const startedAt = context.clock.now();
  const headers = {
    "Content-Type": "application/json",
    "X-Freehold-Event": event,
    "X-Freehold-Delivery": eventId,
    ...signWebhook(secret, { id: eventId, seconds: Math.floor(startedAt / 1000), body }),
  };
  const began = performance.now();
  const answer = await callOut(context, { url, headers, body, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof PeerError) return error;
      throw error;
    },
  );
  const durationMs = Math.round(performance.now() - began);
  return answer instanceof PeerError
    ? { startedAt, durationMs, status: answer.status, failure: answer }
    : { startedAt, durationMs, status: answer, failure: null };
}

async function recordTry(
  tx: Tx,
  { webhookId, eventId, event }: WebhookJob,
  attempt: number,
  { startedAt, durationMs, status, failure }: Try,
): Promise<void> {
  const delivery = {
    webhookId,
    eventId,
    event,
    attempt,
    status,
    problem: failure && (failure.kind === "refused" ? "answer" : failure.kind),
    durationMs,
    createdAt: startedAt,
  };
  await addWebhookDelivery(tx, delivery, webhookDeliveries);
}

const healthy = { failures: 0, lastFailureAt: null, nextTryAt: 0 } as const;

/** Calls that were under way together are one failure. */
async function noteFailure(
  tx: Tx,
  { id, url, active, failures, lastFailureAt }: WebhookRecord,
  { startedAt, now, askedMs }: { startedAt: number; now: number; askedMs: number },
): Promise<void> {
  if (lastFailureAt !== null && lastFailureAt >= startedAt) return;
  const inARow = failures + 1;
  const off = active === 1 && inARow >= webhookFailures;
  const pause = Math.min(retryDelay(inARow, askedMs, Math.random()), longestPauseMs);
  await updateWebhook(tx, id, {
    failures: inARow,
    lastFailureAt: now,
    nextTryAt: now + pause,
    ...(off && { active: 0 }),
  });
  if (off) await emit(tx, "webhook.switched-off", { webhookId: id, url, now });
}

/**
 * The headers that show a receiver that a message is true and fresh: those of Standard Webhooks (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature`: `v1,` and HMAC-SHA256 over `id.timestamp.body` in base64), and
 * `X-Freehold-Signature` (`t=<seconds>,v1=<hex>`, HMAC-SHA256 over `time.body`) for receivers that check that one.
 *
 * @param secret `whsec_` and the key in base64, or in base64url as older secrets have it; the older header takes the whole text as key
 * @param message.id the same for every try
 * @param message.seconds Unix time of this try
 */
export function signWebhook(
  secret: string,
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): Record<string, string> {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  const older = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
    "X-Freehold-Signature": `t=${seconds},v1=${older}`,
  };
}
