import { EwpError, parseEnvelope, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import { DomainError } from "../domain-error.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import { deliverNow } from "./deliver-now.ts";
import { readNode } from "./read-node.ts";
import { checkConnection, saveKnownNode } from "./record-connection.ts";

/** `following`: both sides have the record. `waiting`: the other node did not answer; the outbox goes on trying. */
export type FollowStatus = { status: "following" } | { status: "waiting"; reason: string };

/**
 * Follows a node with the owner's signed message (decisions 3): the intent is durable before the other node hears of
 * it, and this node records its own side when the other one has its.
 *
 * @param body the signed envelope of a `CreateConnection` with this node's owner as the follower
 * @throws EwpError what the envelope lacks; DomainError CONFLICT when it stands already or is out of date,
 *   PEER_FAILED when the other node refuses
 */
export async function submitFollow(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner">,
  body: unknown,
): Promise<FollowStatus> {
  const { store, clock, recover } = context;
  const own = await requireOwner(context);
  const now = clock.now();
  const { meaning, envelope } = verifyEnvelope(parseEnvelope("CreateConnection", body), { recover, now });
  const { followerAddress, followeeAddress, followeeUrl, timestamp } = meaning;
  if (followerAddress !== own.address) throw new EwpError("FOLLOWER_IDENTITY_MISMATCH");
  const profile = await readNode(context, followeeUrl);
  if (profile.address !== followeeAddress) throw new EwpError("FOLLOWEE_IDENTITY_MISMATCH");

  const key = {
    kind: "connection.create",
    peerAddress: followeeAddress,
    subject: `${followerAddress}:${timestamp}`,
  } as const;
  await store.transaction(async (tx) => {
    const obstacle = await checkConnection(tx, meaning);
    if (obstacle === "exists") throw new DomainError("CONFLICT", "You follow this node already.");
    if (obstacle === "stale") throw new DomainError("CONFLICT", "This follow was ended since it was signed.");
    await saveKnownNode(tx, { profile, url: followeeUrl }, now);
    await addOutboxEntry(tx, {
      ...key,
      payload: JSON.stringify(envelope),
      now,
      expiresAt: now + limits.deliveryMs,
      dueAt: now + limits.inlineDeliveryMs,
    });
  });
  const outcome = await deliverNow(context, key);
  if (outcome.result === "refused")
    throw new DomainError("PEER_FAILED", `The node refused: ${outcome.reason}.`);
  return outcome.result === "done" ? { status: "following" } : { status: "waiting", reason: outcome.reason };
}
