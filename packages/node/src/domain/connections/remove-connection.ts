import type { Address, Meanings } from "@freehold/protocol";
import {
  deleteConnection,
  findConnection,
  type Pair,
  writeConnectionTombstone,
} from "../../store/connections.ts";
import { listOutbox } from "../../store/outbox.ts";
import { scheduleCatchUp } from "../../store/peers.ts";
import type { Tx } from "../../store/store.ts";
import { addWebhookEvent } from "../webhooks/add-webhook-event.ts";

/**
 * Ends a follow in the caller's transaction and leaves the tombstone that keeps an older CreateConnection from being
 * played again (decisions 3), or one that is still on its way from being made. A follow that was made in a later second
 * than the termination was signed stays.
 */
export async function removeConnection(
  tx: Tx,
  ended: Meanings["DestroyConnection"],
  { self, now }: { self: Address; now: number },
): Promise<"removed" | "missing" | "stale"> {
  const { followerAddress, followeeAddress, timestamp } = ended;
  const connection = await findConnection(tx, followerAddress, followeeAddress);
  if (!connection) {
    if (await isOnItsWay(tx, ended, self)) await writeConnectionTombstone(tx, ended, ended.timestamp);
    return "missing";
  }
  if (Math.floor(connection.createdAt / 1000) > timestamp) return "stale";
  await deleteConnection(tx, followerAddress, followeeAddress);
  await writeConnectionTombstone(tx, { followerAddress, followeeAddress }, timestamp);
  if (followerAddress === self) await scheduleCatchUp(tx, followeeAddress, null);
  else await addWebhookEvent(tx, { type: "follower.removed", data: { address: followerAddress }, now });
  return "removed";
}

/** Whether this follow is still brought to the other node, which may have it already. */
async function isOnItsWay(
  tx: Tx,
  { followerAddress, followeeAddress }: Pair,
  self: Address,
): Promise<boolean> {
  const peer = followerAddress === self ? followeeAddress : followerAddress;
  const waiting = await listOutbox(tx, { kind: "connection.create", peer, state: "pending", limit: 10 });
  return waiting.some(({ subject }) => subject.startsWith(`${followerAddress}:`));
}
