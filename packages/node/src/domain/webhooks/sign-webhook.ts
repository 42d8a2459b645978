import { createHmac } from "node:crypto";

/**
 * The value of `X-Freehold-Signature`: the time, and HMAC-SHA256 over `time.body` with the webhook's secret, so that
 * neither can be changed and an old one is seen to be old.
 *
 * @param seconds Unix time of this try
 * @returns `t=<seconds>,v1=<hex>`
 */
export function signWebhook(secret: string, seconds: number, body: string): string {
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
}
