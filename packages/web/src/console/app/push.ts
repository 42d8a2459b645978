import { graphql, graphqlField } from "../graphql.ts";

/** Push in this browser: not supported, denied by the user, off or on. */
export type PushState = "impossible" | "refused" | "off" | "on";

/** A browser that is subscribed to push. */
export interface PushDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly createdAt: string;
}

/** @returns this browser's subscription, or null */
async function ownSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return null;
  const registration = await navigator.serviceWorker.getRegistration("/console");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The push state of this browser, and all devices that are subscribed. @throws ApiError */
export async function readPush(
  signal: AbortSignal,
): Promise<{ state: PushState; own: string | null; devices: readonly PushDevice[] }> {
  const pushDevices = await graphqlField<readonly PushDevice[]>(devicesQuery, {}, signal);
  const own = (await ownSubscription())?.endpoint ?? null;
  const isKnown = pushDevices.some(({ endpoint }) => endpoint === own);
  return { state: stateOf(isKnown), own, devices: pushDevices };
}

function stateOf(isKnown: boolean): PushState {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis))
    return "impossible";
  if (Notification.permission === "denied") return "refused";
  return isKnown ? "on" : "off";
}

/** Subscribes this device. Call it straight from a user's action: the browser asks for permission. @throws ApiError */
export async function subscribeHere(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const vapidPublicKey = await graphqlField<string>(keyQuery);
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidPublicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  await graphql(subscribeMutation, { input: { endpoint, keys } });
}

/** Unsubscribes a device; for this one, in the browser as well. @throws ApiError */
export async function unsubscribe(endpoint: string): Promise<void> {
  await graphql(unsubscribeMutation, { input: { endpoint } });
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

const devicesQuery = /* GraphQL */ `
  query PushDevices { pushDevices { id endpoint createdAt } }
`;
const keyQuery = /* GraphQL */ `
  query PushKey { vapidPublicKey }
`;
const subscribeMutation = /* GraphQL */ `
  mutation SubscribePush($input: SubscribeNotificationInput!) { subscribeNotification(input: $input) }
`;
const unsubscribeMutation = /* GraphQL */ `
  mutation UnsubscribePush($input: UnsubscribeNotificationInput!) { unsubscribeNotification(input: $input) }
`;
