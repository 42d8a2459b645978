import type { Address, Meanings } from "@freehold/protocol";
import { deleteConnection, findConnection, writeConnectionTombstone } from "../../store/connections.ts";
import { scheduleCatchUp } from "../../store/peers.ts";
import type { Tx } from "../../store/store.ts";
import { addWebhookEvent } from "../webhooks/add-webhook-event.ts";

/**
 * Ends a follow in the caller's transaction and leaves the tombstone that keeps an older CreateConnection from being
 * played again (decisions 3). A follow that was made in a later second than the termination was signed stays.
 */
export async function removeConnection(
  tx: Tx,
  { followerAddress, followeeAddress, timestamp }: Meanings["DestroyConnection"],
  { self, now }: { self: Address; now: number },
): Promise<"removed" | "missing" | "stale"> {
  const connection = await findConnection(tx, followerAddress, followeeAddress);
  if (!connection) return "missing";
  if (Math.floor(connection.createdAt / 1000) > timestamp) return "stale";
  await deleteConnection(tx, followerAddress, followeeAddress);
  await writeConnectionTombstone(tx, { followerAddress, followeeAddress }, timestamp);
  if (followerAddress === self) await scheduleCatchUp(tx, followeeAddress, null);
  else await addWebhookEvent(tx, { type: "follower.removed", data: { address: followerAddress }, now });
  return "removed";
}
