import { ECDH } from "node:crypto";
import type { Context } from "../../context.ts";
import { parseCallTarget } from "../../domain/parse-address.ts";
import { AppError, msg } from "../../errors/errors.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";
import { notificationLimits } from "./limits.ts";
import { deletePushSubscription, listPushSubscriptions, savePushSubscription } from "./store.ts";

/** A browser's `PushSubscription.toJSON()`. */
export interface NewSubscription {
  endpoint: string;
  /** In base64url. */
  keys: { p256dh: string; auth: string };
}

/**
 * Tells a device of the owner by web push from now on; one that is known gets its new keys.
 *
 * @throws AppError VALIDATION_FAILED if it is not a subscription, TOO_MANY
 */
export async function subscribeNotification(
  { store, clock }: Pick<Context, "store" | "clock">,
  { endpoint, keys }: NewSubscription,
): Promise<void> {
  const target = parseCallTarget(endpoint);
  if (!target) throw new AppError("VALIDATION_FAILED", "A push endpoint must be an https URL.");
  if (!isPublicKey(keys.p256dh) || !isSecret(keys.auth)) {
    throw new AppError("VALIDATION_FAILED", "The keys of the push subscription are invalid.");
  }
  await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "push subscriptions");
    const known = await listPushSubscriptions(tx);
    const isNew = known.every((one) => one.endpoint !== target.href);
    if (isNew && known.length >= notificationLimits.pushSubscriptions) {
      throw new AppError(
        "TOO_MANY",
        msg`${notificationLimits.pushSubscriptions} devices get push messages. Remove one first.`,
      );
    }
    await savePushSubscription(tx, { endpoint: target.href, ...keys, createdAt: clock.now() });
  });
}

/** An uncompressed point of P-256. */
function isPublicKey(text: string): boolean {
  const bytes = Buffer.from(text, "base64url");
  if (!/^[A-Za-z0-9_-]{87}$/.test(text) || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, "prime256v1");
    return true;
  } catch {
    return false;
  }
}

function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text);
}

/**
 * Tells a device no more.
 *
 * @param endpoint as it was subscribed
 * @returns whether it had push before
 */
export async function unsubscribeNotification(
  { store }: Pick<Context, "store">,
  endpoint: string,
): Promise<boolean> {
  const href = URL.parse(endpoint)?.href;
  return (
    href !== undefined && (await store.transaction((tx) => deletePushSubscription(tx, { endpoint: href })))
  );
}

/** A device of the owner with push. */
export interface PushDevice {
  readonly id: number;
  /** The address of the device at its push service: `PushSubscription.endpoint` of the browser. */
  readonly endpoint: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** The devices, oldest first; there are no more than twenty. Their keys are never shown. */
export async function listPushDevices({ store }: Pick<Context, "store">): Promise<PushDevice[]> {
  const devices = await listPushSubscriptions(store.db);
  return devices.map(({ id, endpoint, createdAt }) => ({
    id,
    endpoint,
    createdAt: new Date(createdAt).toISOString(),
  }));
}

/** The keys that identify this node to push services (RFC 8292); both in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const metaKeys = { publicKey: "vapid.public_key", privateKey: "vapid.private_key" } as const;

/** The node's keys; made at the first need, once, for every device subscribes with the public one. */
export async function obtainVapidKeys({ store }: Pick<Context, "store">): Promise<VapidKeys> {
  const known = await readVapidKeys(store.db);
  if (known) return known;
  const { default: webPush } = await import("web-push");
  const made = webPush.generateVAPIDKeys();
  return await store.transaction(async (tx) => {
    await store.dialect.lock(tx, "vapid");
    const meanwhile = await readVapidKeys(tx);
    if (meanwhile) return meanwhile;
    await writeMeta(tx, metaKeys.publicKey, made.publicKey);
    await writeMeta(tx, metaKeys.privateKey, made.privateKey);
    return made;
  });
}

/** The node's keys where they were made already, else null. */
export async function readVapidKeys(db: Reader): Promise<VapidKeys | null> {
  const publicKey = await readMeta(db, metaKeys.publicKey);
  const privateKey = await readMeta(db, metaKeys.privateKey);
  return publicKey !== null && privateKey !== null ? { publicKey, privateKey } : null;
}

/** The key that a browser subscribes with (`applicationServerKey`), in base64url. */
export async function readVapidPublicKey(context: Pick<Context, "store">): Promise<string> {
  return (await obtainVapidKeys(context)).publicKey;
}
