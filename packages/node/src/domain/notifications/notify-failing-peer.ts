import type { Address } from "@freehold/protocol";
import type { Tx } from "../../store/database.ts";
import { findProfile } from "../../store/profiles.ts";
import { addWebhookEvent } from "../webhooks/add-webhook-event.ts";
import { notify } from "./notify.ts";

/** Tells the owner of a node that could not be reached for a day (`since` and `now` in ms). */
export async function notifyFailingPeer(
  tx: Tx,
  { address, since, now }: { address: Address; since: number; now: number },
): Promise<void> {
  const profile = await findProfile(tx, address);
  const title = profile?.title ?? null;
  const url = profile?.url ?? null;
  const facts = { address, url, since: new Date(since).toISOString() };
  await notify(tx, { type: "failed-peer", title, ...facts, now });
  await addWebhookEvent(tx, { type: "peer.failing", data: facts, now });
}
