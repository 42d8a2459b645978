import { PeerError } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import type { OutboxEntry } from "../../store/outbox.ts";
import { findOwnProfile, findProfile } from "../../store/profiles.ts";
import { formOf } from "../connections/peer-identity.ts";
import { readSignedUpdate } from "./signed-update.ts";

/** Outbox work: brings the owner's newest signed profile to one connected node (specification 4.8). */
export async function deliverProfileUpdate(
  { store, peers }: Pick<Context, "store" | "peers">,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const own = await findOwnProfile(store.db);
  const peer = await findProfile(store.db, entry.peerAddress);
  const envelope = peer && (await readSignedUpdate(store.db))?.[formOf(peer)];
  if (!own || !envelope) return { result: "refused", reason: "it is not signed in the form that it speaks" };
  if (String(envelope.typedData.message.timestamp) !== entry.subject) {
    return { result: "refused", reason: "a newer profile went out instead" };
  }
  try {
    await peers.at(peer.url, peer.form).updateNode(own.address, envelope, signal);
    return { result: "done" };
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}
