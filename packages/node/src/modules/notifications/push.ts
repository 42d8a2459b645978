import { PeerError } from "@freehold/protocol";
import { dayMs, KiB } from "@freehold/protocol/internal";
import { z } from "zod";
import type { Context } from "../../context.ts";
import { callOut } from "../../domain/call-out.ts";
import { limits } from "../../domain/limits.ts";
import { type Outcome, outcomeOfPeerError } from "../../jobs/retry.ts";
import type { Tx } from "../../store/database.ts";
import { parsePayload } from "../../store/queues/job-payload.ts";
import { addJobs, type Job } from "../../store/queues/jobs.ts";
import { obtainVapidKeys } from "./push-devices.ts";
import { deletePushSubscription, findPushSubscription, listPushSubscriptions } from "./store.ts";

const pushBytes = 3 * KiB; // a message by push
const pushMs = dayMs; // a push service keeping a message

/** The message for a device: text to show, and the fields for an open page. */
export interface PushMessage {
  id: number;
  type: string;
  title: string;
  body: string;
  data: object;
}

/** The payload of a job of the kind `push`. */
const pushPayload = z.object({
  subscriptionId: z.int(),
  /** JSON of a `PushMessage`, at most 3 KB. */
  message: z.string(),
});

/** Queues a message for each device of the owner, in the transaction that caused it. */
export async function addPushes(
  tx: Tx,
  { message, now }: { message: PushMessage; now: number },
): Promise<void> {
  const devices = await listPushSubscriptions(tx);
  if (devices.length === 0) return;
  const text = toBoundedText(message);
  await addJobs(
    tx,
    devices.map(({ id, endpoint }) => ({
      kind: "push",
      host: new URL(endpoint).host,
      payload: JSON.stringify({ subscriptionId: id, message: text } satisfies z.infer<typeof pushPayload>),
      now,
      expiresAt: now + limits.deliveryMs,
    })),
  );
}

/** If the message is too long, fields are removed before text: a page can read them by the id. */
function toBoundedText(message: PushMessage): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= pushBytes) return text;
  const { id, type, title, body } = message;
  return JSON.stringify({ id, type, title: shorten(title), body: shorten(body), data: {} });
}

/** Each code point is at most six bytes in JSON. */
function shorten(text: string): string {
  const points = [...text];
  return points.length <= 200 ? text : `${points.slice(0, 199).join("")}…`;
}

/** How long a push service keeps the message for a device that is off */
const ttlSeconds = pushMs / 1000;

/** The push service's word that nobody is behind the address any more. */
const gone: ReadonlySet<number> = new Set([404, 410]);

/**
 * Job: brings one message to the push service of one device, encrypted for that device (RFC 8291). A device that
 * its service knows no more is forgotten.
 */
export async function deliverPush(
  context: Pick<Context, "store" | "owner" | "clock" | "peers">,
  job: Job,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store } = context;
  const { subscriptionId, message } = parsePayload(pushPayload, job);
  const device = await findPushSubscription(store.db, subscriptionId);
  if (!device) return { result: "refused", reason: "the device is not subscribed any more" };
  const { endpoint, p256dh, auth } = device;
  const { default: webPush } = await import("web-push");
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: { subject: await contactOf(context), ...(await obtainVapidKeys({ store })) },
    TTL: ttlSeconds,
    contentEncoding: "aes128gcm",
    // A message that is sent twice, for its answer was lost, replaces the first while the device is off.
    topic: `job-${job.id}`,
  });
  try {
    await callOut(context, { url: endpoint, headers: toStrings(headers), body, ...(signal && { signal }) });
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    if (error.status === null || !gone.has(error.status)) return outcomeOfPeerError(error);
    await store.transaction((tx) => deletePushSubscription(tx, { id: subscriptionId }));
    return { result: "refused", reason: "the device is gone", reached: true };
  }
}

/** The contact for a push service, which accepts no address of a local network. */
async function contactOf({ owner }: Pick<Context, "owner">): Promise<string> {
  const url = URL.parse((await owner.get())?.url ?? "");
  const isPublic =
    url?.protocol === "https:" && url.hostname.includes(".") && !url.hostname.endsWith(".localhost");
  return isPublic ? url.href : "mailto:owner@freehold.invalid";
}

function toStrings(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
