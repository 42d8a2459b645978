import { randomBytes } from "node:crypto";
import type { Context } from "../../context.ts";
import { parseCallTarget } from "../../domain/parse-address.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import { hurryJobs } from "../../store/queues/jobs.ts";
import { webhookLimits } from "./limits.ts";
import {
  addWebhook,
  deleteWebhook as deleteRecord,
  findWebhook,
  listWebhookDeliveries as listDeliveryRecords,
  listWebhooks as listRecords,
  updateWebhook,
  type WebhookRecord,
} from "./store.ts";
import { addTestEvent, type WebhookEventType, webhookEventTypes } from "./webhook-events.ts";

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
    if ((await listRecords(tx)).length >= webhookLimits.webhooks) {
      throw new AppError("TOO_MANY", msg`There are ${webhookLimits.webhooks} webhooks. Delete one first.`);
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
    throw new AppError(
      "VALIDATION_FAILED",
      msg`A webhook can have these events: ${webhookEventTypes.join(", ")}.`,
    );
  }
  return types;
}

/**
 * Tries a webhook again: its failures are reset, it is switched on if they had switched it off, and waiting events are due
 * now.
 *
 * @throws AppError NOT_FOUND
 */
export async function enableWebhook(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<void> {
  await store.transaction((tx) => enable(tx, id, clock.now()));
}

async function enable(tx: Tx, id: number, now: number): Promise<WebhookRecord> {
  const hook = await findWebhook(tx, id);
  if (!hook) throw new AppError("NOT_FOUND", msg`There is no webhook ${id}.`);
  await updateWebhook(tx, id, { active: 1, failures: 0, lastFailureAt: null, nextTryAt: 0 });
  await hurryJobs(tx, "webhook", new URL(hook.url).host, now);
  return hook;
}

/**
 * Sends a message of the type `test` to a webhook, which is enabled for it as by `enableWebhook`.
 *
 * @throws AppError NOT_FOUND
 */
export async function testWebhook(
  { store, clock }: Pick<Context, "store" | "clock">,
  id: number,
): Promise<void> {
  await store.transaction(async (tx) => {
    const now = clock.now();
    await addTestEvent(tx, await enable(tx, id, now), now);
  });
}

/**
 * Forgets a webhook and its deliveries; what still waits for it is not sent.
 *
 * @throws AppError NOT_FOUND
 */
export async function deleteWebhook({ store }: Pick<Context, "store">, id: number): Promise<void> {
  const deleted = await store.transaction((tx) => deleteRecord(tx, id));
  if (!deleted) throw new AppError("NOT_FOUND", msg`There is no webhook ${id}.`);
}

/** A webhook as its owner sees it; the secret was shown when it was made. Times are ISO 8601 UTC. */
export interface WebhookView {
  id: number;
  url: string;
  events: WebhookEventType[];
  /** False where it failed too often in a row, or a restore switched it off. */
  active: boolean;
  /** Failures in a row. */
  failures: number;
  createdAt: string;
}

/** The webhooks, oldest first; there are no more than twenty. */
export async function listWebhooks({ store }: Pick<Context, "store">): Promise<WebhookView[]> {
  const records = await listRecords(store.db);
  return records.map(({ id, url, events, active, failures, createdAt }) => ({
    id,
    url,
    events: events.split(" ") as WebhookEventType[],
    active: active === 1,
    failures,
    createdAt: new Date(createdAt).toISOString(),
  }));
}

/** One try to tell a webhook something. */
export interface WebhookDeliveryView {
  id: number;
  /** The same for every try of one event. */
  eventId: string;
  event: string;
  /** From 1. */
  attempt: number;
  /** The HTTP status, where there was an answer. */
  status: number | null;
  /** Null for a success; `answer` for an answer that is not a success; otherwise the error on the way. */
  problem: string | null;
  durationMs: number;
  /** ISO 8601 UTC. */
  createdAt: string;
}

/**
 * The last tries of a webhook, newest first; fifty are kept.
 *
 * @throws AppError NOT_FOUND
 */
export async function listWebhookDeliveries(
  { store }: Pick<Context, "store">,
  webhookId: number,
): Promise<WebhookDeliveryView[]> {
  if (!(await findWebhook(store.db, webhookId))) {
    throw new AppError("NOT_FOUND", msg`There is no webhook ${webhookId}.`);
  }
  const records = await listDeliveryRecords(store.db, webhookId);
  return records.map(({ webhookId: _, createdAt, ...record }) => ({
    ...record,
    createdAt: new Date(createdAt).toISOString(),
  }));
}
