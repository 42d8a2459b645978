import type { Address } from "@freehold/protocol";
import type { Tx } from "../../store/database.ts";
import { findProfile } from "../../store/profiles.ts";
import { addWebhookEvent } from "../webhooks/add-webhook-event.ts";
import { notify } from "./notify.ts";

/** Tells the owner of a new follower, whose profile is stored (`now` in ms). */
export async function notifyFollower(
  tx: Tx,
  { address, url, now }: { address: Address; url: string; now: number },
): Promise<void> {
  const title = (await findProfile(tx, address))?.title ?? address;
  await notify(tx, { type: "follower", address, title, url, now });
  await addWebhookEvent(tx, { type: "follower.created", data: { address, url }, now });
}
