import type { Context } from "../../context.ts";
import { obtainVapidKeys } from "./vapid-keys.ts";

/** The key that a browser subscribes with (`applicationServerKey`), in base64url. */
export async function readVapidPublicKey(context: Pick<Context, "store">): Promise<string> {
  return (await obtainVapidKeys(context)).publicKey;
}
