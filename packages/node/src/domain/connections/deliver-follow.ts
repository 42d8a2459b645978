import {
  type Envelope,
  maySign,
  PeerError,
  parseEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import { isBlocked } from "../../store/blocks.ts";
import { deleteConnection, findConnection } from "../../store/connections.ts";
import { scheduleCatchUp } from "../../store/peers.ts";
import { findOwnProfile, findProfile, type Profile } from "../../store/profiles.ts";
import { checkConnection, recordConnection } from "./connection-record.ts";
import { takeForSuccess } from "./deliver-connection.ts";
import { formOf } from "./peer-identity.ts";

type DeliveryContext = Pick<Context, "store" | "clock" | "recover" | "peers" | "events" | "unlockSigner">;
type Follow = Verified<"CreateConnection">;

/** A follow to deliver: its sides, seen from here. */
interface Sides {
  own: Profile;
  peer: Profile;
  follow: Follow;
}

const endedMeanwhile: Outcome = { result: "refused", reason: "the follow was ended meanwhile" };

/**
 * Brings a signed follow to the other node, and records it here when that one has it: the owner's own, or that of a
 * visitor to the visitor's node. When the signature's hour is over, what may stand there is undone.
 *
 * @throws PeerError when the other node could not be reached, or refused
 */
export async function deliverFollow(
  context: DeliveryContext,
  envelope: Envelope,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover, events } = context;
  const follow = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  const { followerAddress, followeeAddress, timestamp } = follow.meaning;
  const own = await findOwnProfile(store.db);
  const isOwnFollow = own?.address === followerAddress;
  const peer = await findProfile(store.db, isOwnFollow ? followeeAddress : followerAddress);
  if (!own || !peer) return { result: "refused", reason: "the node is not known any more" };
  if (await isRecorded(store, follow)) return { result: "done", reached: false };
  if (await isBlocked(store.db, peer.address))
    return { result: "refused", reason: "the node was blocked meanwhile" };
  const sides = { own, peer, follow };
  if (now(clock) > timestamp + timestampWindowSeconds) return await undoFollow(context, sides, signal);
  if ((await checkConnection(store.db, follow.meaning, own.address)) === "stale") return endedMeanwhile;

  const obstacle = await bring(context, sides, signal);
  if (obstacle) return obstacle;
  const recorded = await store.transaction((tx) =>
    recordConnection(tx, follow, { self: own.address, now: clock.now() }),
  );
  if (recorded === "stale") return endedMeanwhile;
  if (isOwnFollow) events.emit("catch-up.due");
  return { result: "done" };
}

/**
 * A node of the reference form brings an own follow back to this node while the call goes on. Its word that the follow
 * stands is worth more than its answer, if that is lost; if it then refuses or fails itself, the record that it made here
 * goes again, for it has none.
 *
 * @returns null when the other node has the follow
 */
async function bring(
  { peers, store }: DeliveryContext,
  { own, peer, follow }: Sides,
  signal?: AbortSignal,
): Promise<Outcome | null> {
  const node = peers.at(peer.url, peer.form);
  const isOwnFollow = own.address === follow.meaning.followerAddress;
  const call = isOwnFollow
    ? node.bringFollow(follow.envelope, signal)
    : node.createConnection(follow.envelope, signal);
  try {
    await call.catch(takeForSuccess("CONNECTION_ALREADY_EXISTS"));
    return null;
  } catch (error) {
    if (!(error instanceof PeerError) || !(await isRecorded(store, follow))) throw error;
    const outcome = outcomeOfPeerError(error);
    const isAnswerLost = outcome.result !== "refused" && error.status !== 500;
    if (isAnswerLost) return { result: "done", reached: false };
    await forget(store, follow);
    return outcome;
  }
}

/** Whether this very follow stands here. */
async function isRecorded({ db }: Context["store"], { meaning }: Follow): Promise<boolean> {
  const { followerAddress, followeeAddress, timestamp } = meaning;
  return (await findConnection(db, followerAddress, followeeAddress))?.signedAt === timestamp;
}

async function forget(store: Context["store"], { meaning }: Follow): Promise<void> {
  const { followerAddress, followeeAddress, timestamp } = meaning;
  await store.transaction(async (tx) => {
    const current = await findConnection(tx, followerAddress, followeeAddress);
    if (current?.signedAt !== timestamp) return;
    await deleteConnection(tx, followerAddress, followeeAddress);
    await scheduleCatchUp(tx, followeeAddress, null);
  });
}

async function undoFollow(
  { peers, clock, unlockSigner }: DeliveryContext,
  { own, peer, follow }: Sides,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { followerAddress, followeeAddress } = follow.meaning;
  const end = { followerAddress, followeeAddress, timestamp: now(clock) };
  const form = formOf(peer);
  const isOwnToEnd = maySign("DestroyConnection", end, { signer: own.address, form });
  using signer = isOwnToEnd ? await unlockSigner() : null;
  if (signer === null || signer.address !== own.address) {
    return {
      result: "refused",
      reason: "the signature's hour ran out before the node answered: follow again, or unfollow to be sure",
    };
  }
  await peers
    .at(peer.url, form)
    .destroyConnection(signer.sign("DestroyConnection", end, form), signal)
    .catch(takeForSuccess("CONNECTION_NOT_FOUND"));
  return {
    result: "refused",
    reason: "the signature's hour ran out before the node answered: undone on both sides",
  };
}

function now(clock: Context["clock"]): number {
  return Math.floor(clock.now() / 1000);
}
