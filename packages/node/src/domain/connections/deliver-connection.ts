import {
  type Address,
  type Envelope,
  maySign,
  PeerError,
  parseEnvelope,
  timestampWindowSeconds,
  type Verified,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { type Outcome, outcomeOfPeerError, retryDelay } from "../../jobs/retry.ts";
import { deleteConnection, findConnection, isBlocked } from "../../store/connections.ts";
import { findOutboxEntry, type OutboxEntry } from "../../store/outbox.ts";
import { scheduleCatchUp } from "../../store/peers.ts";
import { findProfile, type Profile } from "../../store/profiles.ts";
import { finishRows, postponeRows } from "../../store/queue-rows.ts";
import { checkConnection, recordConnection } from "./connection-record.ts";
import { formOf } from "./peer-identity.ts";

type DeliverContext = Pick<
  Context,
  "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "owner"
>;

/**
 * Outbox work: brings a signed follow or its end to the other node, and repairs what failed half-way (decisions 3).
 * While the signature's window is open it is repeated. After that the other node would refuse it: a follow is then
 * undone, an end is signed anew, where this process has a way to the owner's key; the owner sees it in any case.
 */
export async function deliverConnection(
  context: DeliverContext,
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

async function deliverEnd(
  context: DeliverContext,
  envelope: Envelope,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover, peers, unlockSigner } = context;
  const { meaning, signer } = verifyEnvelope(parseEnvelope("DestroyConnection", envelope), { recover });
  const other: Address =
    signer === meaning.followerAddress ? meaning.followeeAddress : meaning.followerAddress;
  const peer = await findProfile(store.db, other);
  if (!peer) return { result: "refused", reason: "the node is not known any more" };
  if (await findConnection(store.db, meaning.followerAddress, meaning.followeeAddress)) {
    return { result: "refused", reason: "the follow was made again meanwhile" };
  }
  let sent = envelope;
  const timestamp = Math.floor(clock.now() / 1000);
  if (timestamp > meaning.timestamp + timestampWindowSeconds) {
    using key = await unlockSigner();
    if (key === null || key.address !== signer) {
      return {
        result: "refused",
        reason: "the signature's hour ran out before the node answered: end it again",
      };
    }
    sent = key.sign("DestroyConnection", { ...meaning, timestamp }, formOf(peer));
  }
  await peers
    .at(peer.url, peer.form)
    .destroyConnection(sent, signal)
    .catch(ignoreRefusal("CONNECTION_NOT_FOUND"));
  return { result: "done" };
}

/**
 * Tries a row of the outbox here and now, while its owner waits for the answer. The row was added as not due yet, so
 * that no worker takes it meanwhile; should this process die, one takes it later.
 */
export async function deliverNow(
  context: Pick<
    Context,
    "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner" | "owner"
  >,
  key: Pick<OutboxEntry, "kind" | "peerAddress" | "subject">,
): Promise<Outcome> {
  const { store, clock, events } = context;
  const entry = await findOutboxEntry(store.db, key);
  if (!entry) throw new Error("The row that was just written is not there.");
  const outcome = await deliverConnection(context, entry);
  await store.transaction(async (tx) => {
    const now = clock.now();
    if (outcome.result === "later") {
      // A worker goes on with it at once, unless the other node asked for some time.
      const at = now + (outcome.afterMs ? retryDelay(1, outcome.afterMs, Math.random()) : 0);
      await postponeRows(tx, "outbox", [{ id: entry.id, at, error: outcome.reason }]);
    } else {
      const refused = outcome.result === "refused";
      await finishRows(tx, "outbox", [
        { id: entry.id, state: outcome.result, error: refused ? outcome.reason : null, at: now },
      ]);
    }
  });
  if (outcome.result === "later") events.emit("outbox.due");
  return outcome;
}

/** For one refusal, by its code: the other node is where it should be already. Any other error is thrown on. */
function ignoreRefusal(code: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof PeerError && error.kind === "refused" && error.code === code) return;
    throw error;
  };
}

type DeliverFollowContext = Pick<
  Context,
  "store" | "clock" | "recover" | "peers" | "events" | "unlockSigner" | "owner"
>;
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
async function deliverFollow(
  context: DeliverFollowContext,
  envelope: Envelope,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover, events } = context;
  const follow = verifyEnvelope(parseEnvelope("CreateConnection", envelope), { recover });
  const { followerAddress, followeeAddress, timestamp } = follow.meaning;
  const own = await context.owner.get();
  const isOwnFollow = own?.address === followerAddress;
  const peer = await findProfile(store.db, isOwnFollow ? followeeAddress : followerAddress);
  if (!own || !peer) return { result: "refused", reason: "the node is not known any more" };
  if (await isRecorded(store, follow)) return { result: "done", reached: false };
  if (await isBlocked(store.db, peer.address))
    return { result: "refused", reason: "the node was blocked meanwhile" };
  const sides = { own, peer, follow };
  if (now(clock) > timestamp + timestampWindowSeconds) return await undoFollow(context, sides, signal);
  if ((await checkConnection(store.db, follow.meaning, own.address)) === "stale") return endedMeanwhile;

  const obstacle = await sendToPeer(context, sides, signal);
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
async function sendToPeer(
  { peers, store }: DeliverFollowContext,
  { own, peer, follow }: Sides,
  signal?: AbortSignal,
): Promise<Outcome | null> {
  const node = peers.at(peer.url, peer.form);
  const isOwnFollow = own.address === follow.meaning.followerAddress;
  const call = isOwnFollow
    ? node.deliverFollow(follow.envelope, signal)
    : node.createConnection(follow.envelope, signal);
  try {
    await call.catch(ignoreRefusal("CONNECTION_ALREADY_EXISTS"));
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
  { peers, clock, unlockSigner }: DeliverFollowContext,
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
    .catch(ignoreRefusal("CONNECTION_NOT_FOUND"));
  return {
    result: "refused",
    reason: "the signature's hour ran out before the node answered: undone on both sides",
  };
}

function now(clock: Context["clock"]): number {
  return Math.floor(clock.now() / 1000);
}
