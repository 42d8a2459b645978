import { PeerError } from "@freehold/protocol";
import webPush from "web-push";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import type { Errand } from "../../store/errands.ts";
import { deletePushSubscription, findPushSubscription } from "../../store/notifications.ts";
import { findOwnProfile } from "../../store/profiles.ts";
import { callOut } from "../errands/call-out.ts";
import { limits } from "../limits.ts";
import type { PushErrand } from "./add-pushes.ts";
import { obtainVapidKeys } from "./vapid-keys.ts";

/** A push service keeps the message so long for a device that is off. */
const ttlSeconds = limits.pushMs / 1000;

/** The push service's word that nobody is behind the address any more. */
const gone: ReadonlySet<number> = new Set([404, 410]);

/**
 * Errand: brings one message to the push service of one device, encrypted for that device (RFC 8291). A device that
 * its service knows no more is forgotten.
 */
export async function deliverPush(
  context: Pick<Context, "store" | "clock" | "peers">,
  errand: Errand,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store } = context;
  const { subscriptionId, message } = JSON.parse(errand.payload) as PushErrand;
  const device = await findPushSubscription(store.db, subscriptionId);
  if (!device) return { result: "refused", reason: "the device is not subscribed any more" };
  const { endpoint, p256dh, auth } = device;
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: { subject: await contactOf(store), ...(await obtainVapidKeys({ store })) },
    TTL: ttlSeconds,
    contentEncoding: "aes128gcm",
    // A message that is sent twice, for its answer was lost, replaces the first while the device is off.
    topic: `errand-${errand.id}`,
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

/** Whom a push service can turn to; it takes no address of a machine's own network. */
async function contactOf({ db }: Context["store"]): Promise<string> {
  const url = URL.parse((await findOwnProfile(db))?.url ?? "");
  const isPublic =
    url?.protocol === "https:" && url.hostname.includes(".") && !url.hostname.endsWith(".localhost");
  return isPublic ? url.href : "mailto:owner@freehold.invalid";
}

function toStrings(headers: object): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
