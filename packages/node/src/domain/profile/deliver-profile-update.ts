import { type Envelope, PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import { readMeta } from "../../store/meta.ts";
import type { OutboxEntry } from "../../store/outbox.ts";
import { findOwnProfile, findProfile } from "../../store/profiles.ts";
import { broadcastKey } from "./update-own-profile.ts";

/** Outbox work: brings the owner's newest signed profile to one connected node (specification 4.8). */
export async function deliverProfileUpdate(
  { store, peers }: Pick<Context, "store" | "peers">,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const own = await findOwnProfile(store.db);
  const peer = await findProfile(store.db, entry.peerAddress);
  const signed = await readMeta(store.db, broadcastKey);
  if (!own || !peer || !signed) return { result: "refused", reason: "nothing to send" };
  const envelope = JSON.parse(signed) as Envelope;
  if (String(envelope.typedData.message.timestamp) !== entry.subject) {
    return { result: "refused", reason: "a newer profile went out instead" };
  }
  try {
    await peers.at(peer.url).updateNode(own.address, envelope, signal);
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}
