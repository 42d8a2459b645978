import { type Envelope, PeerError, parseEnvelope, type Verified, verifyEnvelope } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import { findConnection } from "../../store/connections.ts";
import type { OutboxEntry } from "../../store/outbox.ts";
import { findProfile } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { recordConnection } from "./record-connection.ts";

type DeliveryContext = Pick<
  Context,
  "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner"
>;

/**
 * Outbox work: brings a signed follow or its end to the other node, and repairs what failed half-way (decisions 3).
 * While the signature's window is open it is repeated. After that the other node would refuse it: a follow is then
 * undone, an end is signed anew, where this process has a way to the owner's key; the owner sees it in any case.
 */
export async function deliverConnection(
  context: DeliveryContext,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const envelope = JSON.parse(entry.payload ?? "null") as Envelope;
  try {
    return entry.kind === "connection.create"
      ? await deliverFollow(context, envelope, signal)
      : await deliverEnd(context, envelope, signal);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}

async function deliverFollow(
  context: DeliveryContext,
  envelope: Envelope,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover, peers, events } = context;
  const verified = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  const { followerAddress, followeeAddress, timestamp } = verified.meaning;
  if (windowClosed(timestamp, clock.now())) return await undoFollow(context, verified, signal);
  const peer = await findProfile(store.db, followeeAddress);
  if (!peer) return { result: "refused", reason: "the node is not known any more" };
  await peers.at(peer.url).createConnection(envelope, signal).catch(accept("CONNECTION_ALREADY_EXISTS"));
  const recorded = await store.transaction((tx) =>
    recordConnection(tx, verified, { self: followerAddress, now: clock.now() }),
  );
  if (recorded === "stale") return { result: "refused", reason: "the follow was ended meanwhile" };
  events.emit("catch-up.due");
  return { result: "done" };
}

async function undoFollow(
  { peers, clock, unlockSigner, store }: DeliveryContext,
  { meaning }: Verified<"CreateConnection">,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { followerAddress, followeeAddress } = meaning;
  const peer = await findProfile(store.db, followeeAddress);
  using signer = await unlockSigner();
  if (!peer || signer === null || signer.address !== followerAddress) {
    return {
      result: "refused",
      reason: "the signature's hour ran out before the node answered: follow again, or unfollow to be sure",
    };
  }
  const timestamp = Math.floor(clock.now() / 1000);
  const envelope = signer.sign("DestroyConnection", { followerAddress, followeeAddress, timestamp });
  await peers.at(peer.url).destroyConnection(envelope, signal).catch(accept("CONNECTION_NOT_FOUND"));
  return {
    result: "refused",
    reason: "the signature's hour ran out before the node answered: undone on both sides",
  };
}

async function deliverEnd(
  context: DeliveryContext,
  envelope: Envelope,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover, peers, unlockSigner } = context;
  const { meaning, signer } = verifyEnvelope(parseEnvelope("DestroyConnection", envelope), { recover });
  const peer = await findProfile(
    store.db,
    signer === meaning.followerAddress ? meaning.followeeAddress : meaning.followerAddress,
  );
  if (!peer) return { result: "refused", reason: "the node is not known any more" };
  if (await findConnection(store.db, meaning.followerAddress, meaning.followeeAddress)) {
    return { result: "refused", reason: "the follow was made again meanwhile" };
  }
  let sent = envelope;
  if (windowClosed(meaning.timestamp, clock.now())) {
    using key = await unlockSigner();
    if (key === null || key.address !== signer) {
      return {
        result: "refused",
        reason: "the signature's hour ran out before the node answered: end it again",
      };
    }
    sent = key.sign("DestroyConnection", { ...meaning, timestamp: Math.floor(clock.now() / 1000) });
  }
  await peers.at(peer.url).destroyConnection(sent, signal).catch(accept("CONNECTION_NOT_FOUND"));
  return { result: "done" };
}

function windowClosed(timestamp: number, now: number): boolean {
  return now > (timestamp + limits.windowSeconds) * 1000;
}

/** Takes one refusal for success: the other node is where it should be already. */
function accept(code: string) {
  return (error: unknown): void => {
    if (error instanceof PeerError && error.kind === "refused" && error.code === code) return;
    throw error;
  };
}
