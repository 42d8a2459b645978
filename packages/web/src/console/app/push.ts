import { graphql } from "@freehold/client";
import { askField, mutation } from "../graphql.ts";

/** @returns this browser's subscription, or null */
async function ownSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/console");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The push state of this browser, its endpoint, and all devices that are subscribed. @throws ApiError */
export async function readPush(signal: AbortSignal) {
  const devices = await askField(devicesQuery, {}, signal);
  const own = (await ownSubscription())?.endpoint ?? null;
  return { state: stateOf(devices.some(({ endpoint }) => endpoint === own)), own, devices };
}

/** Push in this browser: not supported, denied by the user, off or on. */
function stateOf(isKnown: boolean): "impossible" | "refused" | "off" | "on" {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
    return "impossible";
  if (Notification.permission === "denied") return "refused";
  return isKnown ? "on" : "off";
}

/** Subscribes this device. Call it straight from a user's action: the browser asks for permission. @throws ApiError */
export async function subscribeHere(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const vapidPublicKey = await askField(keyQuery);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidPublicKey,
  });
  const { keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await sendSubscription({ endpoint: subscription.endpoint, keys: { p256dh, auth } });
}

/** Unsubscribes a device; for this one, in the browser as well. @throws ApiError */
export async function unsubscribe(endpoint: string): Promise<void> {
  await sendUnsubscription({ endpoint });
  const own = await ownSubscription();
  if (own?.endpoint === endpoint) await own.unsubscribe();
}

/** The browser whose push service has this address, so that the owner can tell devices apart. */
export function nameService(endpoint: string): string {
  const host = new URL(endpoint).hostname;
  const known = services.find(([domain]) => host === domain || host.endsWith(`.${domain}`));
  return known?.[1] ?? host;
}

const services: readonly (readonly [string, string])[] = [
  ["mozilla.com", "Firefox"],
  ["googleapis.com", "Chrome"],
  ["push.apple.com", "Safari"],
  ["notify.windows.com", "Edge"],
];

const devicesQuery = graphql("query PushDevices { pushDevices { id endpoint createdAt } }");
const keyQuery = graphql("query PushKey { vapidPublicKey }");
const sendSubscription = mutation(
  graphql(
    "mutation SubscribePush($input: SubscribeNotificationInput!) { subscribeNotification(input: $input) }",
  ),
);
const sendUnsubscription = mutation(
  graphql(
    "mutation UnsubscribePush($input: UnsubscribeNotificationInput!) { unsubscribeNotification(input: $input) }",
  ),
);
