import { createHmac } from "node:crypto";

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
