import webPush from "web-push";
import type { Context } from "../../context.ts";
import type { Reader } from "../../store/database.ts";
import { readMeta, writeMeta } from "../../store/meta.ts";

/** What this node proves itself with to push services (RFC 8292); both in base64url. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const metaKeys = { publicKey: "vapid.public_key", privateKey: "vapid.private_key" } as const;

/** The node's keys; made at the first need, once, for every device subscribes with the public one. */
export async function obtainVapidKeys({ store }: Pick<Context, "store">): Promise<VapidKeys> {
  const known = await readVapidKeys(store.db);
  if (known) return known;
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
