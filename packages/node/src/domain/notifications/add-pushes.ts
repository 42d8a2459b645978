import type { Tx } from "../../store/database.ts";
import { addErrands } from "../../store/errands.ts";
import { listPushSubscriptions } from "../../store/notifications.ts";
import { limits } from "../limits.ts";

/** What a device gets: words to show, and the facts behind them for a page that is open. */
export interface PushMessage {
  id: number;
  type: string;
  title: string;
  body: string;
  data: object;
}

/** The payload of an errand of the kind `push`. */
export interface PushErrand {
  subscriptionId: number;
  /** JSON of a `PushMessage`, at most 3 KB. */
  message: string;
}

/** Queues a message for each device of the owner, in the transaction that caused it. */
export async function addPushes(
  tx: Tx,
  { message, now }: { message: PushMessage; now: number },
): Promise<void> {
  const devices = await listPushSubscriptions(tx);
  if (devices.length === 0) return;
  const text = toBoundedText(message);
  await addErrands(
    tx,
    devices.map(({ id, endpoint }) => ({
      kind: "push",
      host: new URL(endpoint).host,
      payload: JSON.stringify({ subscriptionId: id, message: text } satisfies PushErrand),
      now,
      expiresAt: now + limits.deliveryMs,
    })),
  );
}

/** Facts go before words when it is too long: a page can ask for them by the id. */
function toBoundedText(message: PushMessage): string {
  const text = JSON.stringify(message);
  if (Buffer.byteLength(text) <= limits.pushBytes) return text;
  const { id, type, title, body } = message;
  return JSON.stringify({ id, type, title: shorten(title), body: shorten(body), data: {} });
}

/** Each code point is at most six bytes in JSON. */
function shorten(text: string): string {
  const points = [...text];
  return points.length <= 200 ? text : `${points.slice(0, 199).join("")}…`;
}
