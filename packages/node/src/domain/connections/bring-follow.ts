import type { Verified } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import type { Outcome } from "../../delivery/outcome.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import type { Tx } from "../../store/store.ts";
import { limits } from "../limits.ts";
import { deliverNow } from "./deliver-now.ts";
import { type KnownNode, saveKnownNode } from "./record-connection.ts";

/** `following`: both sides have the record. `waiting`: the other node did not answer; the outbox goes on trying. */
export type FollowStatus = { status: "following" } | { status: "waiting"; reason: string };

/**
 * Brings a verified follow to the other node while somebody waits for it. The intent is durable before the other node
 * hears of it, and this node records its own side when the other one has its.
 *
 * @param peer the other node, as its profile described it a moment ago
 * @param check what must hold in the transaction that makes it durable; it throws where it does not
 * @returns the outcome of the first try; `later` when the outbox goes on trying
 */
export async function bringFollow(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner">,
  { meaning, envelope }: Verified<"CreateConnection">,
  peer: KnownNode,
  check: (tx: Tx) => Promise<void>,
): Promise<Outcome> {
  const { store, clock } = context;
  const now = clock.now();
  const key = {
    kind: "connection.create",
    peerAddress: peer.profile.address,
    subject: `${meaning.followerAddress}:${meaning.timestamp}`,
  } as const;
  await store.transaction(async (tx) => {
    await check(tx);
    await saveKnownNode(tx, peer, now);
    await addOutboxEntry(tx, {
      ...key,
      payload: JSON.stringify(envelope),
      now,
      expiresAt: now + limits.deliveryMs,
      dueAt: now + limits.inlineDeliveryMs,
    });
  });
  return await deliverNow(context, key);
}
