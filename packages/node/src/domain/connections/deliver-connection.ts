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
import { minuteMs, parseJson } from "@freehold/protocol/internal";
import type { Context } from "../../context.ts";
import { AppError, msg } from "../../errors/errors.ts";
import { type Outcome, outcomeOfPeerError, retryDelay } from "../../jobs/retry.ts";
import type { Tx } from "../../store/database.ts";
import { markDue } from "../../store/due-queues.ts";
import { deleteConnection, findConnection, isBlocked, isProven } from "../../store/peers/connections.ts";
import { scheduleCatchUp } from "../../store/peers/peers.ts";
import { findProfile, type Profile } from "../../store/peers/profiles.ts";
import { addOutboxEntry, findOutboxEntry, type OutboxEntry } from "../../store/queues/outbox.ts";
import { finishRows, postponeRows } from "../../store/queues/queue-rows.ts";
import { limits } from "../limits.ts";
import { formOf } from "../peers/peer-identity.ts";
import { checkConnection, type RecordObstacle, recordConnection } from "./connection-record.ts";

const inlineDeliveryMs = minuteMs; // how long the owner waits for another node; then a worker continues

export type ConnectionContext = Pick<
  Context,
  "store" | "clock" | "recover" | "peers" | "log" | "unlockSigner" | "owner"
>;

/** A signed follow, or the signed end of one, for the other node. */
export interface ConnectionMessage {
  kind: "connection.create" | "connection.destroy";
  peerAddress: Address;
  meaning: { followerAddress: Address; timestamp: number };
  envelope: Envelope;
}

/**
 * Queues a message for the other node, in the caller's transaction.
 *
 * @param times.dueAt when a worker takes it (ms); at once by default
 */
export async function queueMessage(
  tx: Tx,
  { kind, peerAddress, meaning, envelope }: ConnectionMessage,
  { now, dueAt = now }: { now: number; dueAt?: number },
): Promise<Pick<OutboxEntry, "kind" | "peerAddress" | "subject">> {
  const key = { kind, peerAddress, subject: `${meaning.followerAddress}:${meaning.timestamp}` };
  const payload = JSON.stringify(envelope);
  await addOutboxEntry(tx, { ...key, payload, now, dueAt, expiresAt: now + limits.deliveryMs });
  return key;
}

/**
 * Queues a message and delivers it while the owner waits. The row becomes due later, so that no worker takes it
 * meanwhile; if this process dies, one does.
 *
 * @param prepare runs in the transaction that queues the message, and may throw
 * @returns the outcome of the first try; after `later` the outbox keeps trying
 */
export async function sendMessage(
  context: ConnectionContext,
  message: ConnectionMessage,
  prepare: (tx: Tx, now: number) => Promise<void>,
): Promise<Outcome> {
  const { store, clock } = context;
  const entry = await store.transaction(async (tx) => {
    const now = clock.now();
    await prepare(tx, now);
    const key = await queueMessage(tx, message, { now, dueAt: now + inlineDeliveryMs });
    return await findOutboxEntry(tx, key);
  });
  if (!entry) throw new Error("The row that was just written is missing.");
  const outcome = await deliverConnection(context, entry);
  await store.transaction(async (tx) => {
    const now = clock.now();
    if (outcome.result === "later") {
      // A worker continues at once, unless the other node asked for some time.
      const at = now + (outcome.afterMs ? retryDelay(1, outcome.afterMs, Math.random()) : 0);
      markDue(tx, "outbox");
      await postponeRows(tx, "outbox", [{ id: entry.id, at, error: outcome.reason }]);
    } else {
      const error = outcome.result === "refused" ? outcome.reason : null;
      await finishRows(tx, "outbox", [{ id: entry.id, state: outcome.result, error, at: now }]);
    }
  });
  return outcome;
}

/** The result of a first try, for the owner. @throws AppError PEER_FAILED for a refusal */
export function toStatus<const Done extends string>(
  outcome: Outcome,
  done: Done,
): { status: Done } | { status: "waiting"; reason: string } {
  if (outcome.result === "refused")
    throw new AppError("PEER_FAILED", msg`The node refused: ${outcome.reason}.`);
  return outcome.result === "done" ? { status: done } : { status: "waiting", reason: outcome.reason };
}

/**
 * Outbox work: delivers a signed follow or its end to the other node, and repairs half-made follows (decisions 3). It
 * is repeated until the signature's window closes. Then a follow is undone, and an end is signed again, if this process
 * can unlock the owner's key.
 */
export async function deliverConnection(
  context: ConnectionContext,
  entry: OutboxEntry,
  signal?: AbortSignal,
): Promise<Outcome> {
  const stored = parseJson(entry.payload ?? "null");
  const deliver = entry.kind === "connection.create" ? deliverFollow : deliverEnd;
  try {
    return await deliver(context, stored, signal);
  } catch (error) {
    if (!(error instanceof PeerError)) throw error;
    return outcomeOfPeerError(error);
  }
}

async function deliverEnd(
  { store, clock, recover, peers, unlockSigner }: ConnectionContext,
  stored: unknown,
  signal?: AbortSignal,
): Promise<Outcome> {
  const end = verifyEnvelope(parseEnvelope("DestroyConnection", stored), { recover });
  const { meaning, signer, envelope } = end;
  const { followerAddress, followeeAddress } = meaning;
  const peer = await findProfile(store.db, signer === followerAddress ? followeeAddress : followerAddress);
  if (!peer) return refused("the node is not known any more");
  /** An end on its way can reach the other node after a newer follow, and take it away there: the follow is sent again. */
  const repeatFollow = async () => {
    const again = await findConnection(store.db, followerAddress, followeeAddress);
    if (!again) return null;
    if (signer === followerAddress && isProven(again)) {
      const { envelope: follow } = parseEnvelope("CreateConnection", parseJson(again.proof));
      await peers
        .at(peer.url, peer.form)
        .deliverFollow(follow, signal)
        .catch(ignoreRefusal("CONNECTION_ALREADY_EXISTS"));
    }
    return refused("the follow was made again meanwhile");
  };
  const repeated = await repeatFollow();
  if (repeated) return repeated;
  let sent = envelope;
  const timestamp = Math.floor(clock.now() / 1000);
  if (timestamp > meaning.timestamp + timestampWindowSeconds) {
    using key = await unlockSigner();
    if (key?.address !== signer) {
      return refused("the signature's hour ran out before the node answered: end it again");
    }
    sent = key.sign("DestroyConnection", { ...meaning, timestamp }, formOf(peer));
  }
  await peers
    .at(peer.url, peer.form)
    .destroyConnection(sent, signal)
    .catch(ignoreRefusal("CONNECTION_NOT_FOUND"));
  return (await repeatFollow()) ?? { result: "done" };
}

function refused(reason: string): Outcome {
  return { result: "refused", reason };
}

/** Ignores one refusal: with this code the other node already has the wanted state. Every other error is thrown again. */
function ignoreRefusal(code: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof PeerError && error.kind === "refused" && error.code === code) return;
    throw error;
  };
}

type Follow = Verified<"CreateConnection">;

/** A follow, and both of its nodes. */
interface Sides {
  own: Profile;
  peer: Profile;
  follow: Follow;
}

/** Delivers a signed follow of the owner or of a visitor to the other node, and records it here once that node has it. */
async function deliverFollow(
  context: ConnectionContext,
  stored: unknown,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { store, clock, recover } = context;
  const follow = verifyEnvelope(parseEnvelope("CreateConnection", stored), { recover });
  const { followerAddress, followeeAddress, timestamp } = follow.meaning;
  const own = await context.owner.get();
  const isOwnFollow = own?.address === followerAddress;
  const peer = await findProfile(store.db, isOwnFollow ? followeeAddress : followerAddress);
  if (!own || !peer) return refused("the node is not known any more");
  if (await isRecorded(store, follow)) return { result: "done", reached: false };
  if (await isBlocked(store.db, peer.address)) return refused("the node is blocked now");
  const sides = { own, peer, follow };
  if (Math.floor(clock.now() / 1000) > timestamp + timestampWindowSeconds) {
    return await undoFollow(context, sides, signal);
  }
  const ended = refusalOf(await checkConnection(store.db, follow.meaning, own.address));
  if (ended) return ended;

  const obstacle = await sendFollow(context, sides, signal);
  if (obstacle) return obstacle;
  const recorded = await store.transaction((tx) =>
    recordConnection(tx, follow, { self: own.address, now: clock.now() }),
  );
  return refusalOf(recorded) ?? { result: "done" };
}

const refusals: Readonly<Partial<Record<string, string>>> = {
  stale: "the follow was ended meanwhile",
  blocked: "the node is blocked now",
  closed: "this node accepts no new followers now",
};

/** The outcome where this node may not have the record any more. */
function refusalOf(state: RecordObstacle | "created" | null): Outcome | null {
  const reason = refusals[state ?? ""];
  return reason === undefined ? null : refused(reason);
}

/**
 * While a node of the reference form answers, it delivers an own follow back to this node. That record proves the follow
 * if the answer is lost. If the node then refuses or fails, it has no record, and the one here is removed.
 *
 * @returns null when the other node has the follow
 */
async function sendFollow(
  { peers, store }: ConnectionContext,
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
    await removeRecord(store, follow);
    return outcome;
  }
}

/** Whether exactly this follow is recorded here. */
async function isRecorded({ db }: Context["store"], { meaning }: Follow): Promise<boolean> {
  const { followerAddress, followeeAddress, timestamp } = meaning;
  return (await findConnection(db, followerAddress, followeeAddress))?.signedAt === timestamp;
}

async function removeRecord(store: Context["store"], { meaning }: Follow): Promise<void> {
  const { followerAddress, followeeAddress, timestamp } = meaning;
  await store.transaction(async (tx) => {
    const current = await findConnection(tx, followerAddress, followeeAddress);
    if (current?.signedAt !== timestamp) return;
    await deleteConnection(tx, followerAddress, followeeAddress);
    await scheduleCatchUp(tx, followeeAddress, null);
  });
}

async function undoFollow(
  { store, peers, clock, unlockSigner }: ConnectionContext,
  { own, peer, follow }: Sides,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { followerAddress, followeeAddress } = follow.meaning;
  const end = { followerAddress, followeeAddress, timestamp: Math.floor(clock.now() / 1000) };
  const form = formOf(peer);
  const isOwnToEnd = maySign("DestroyConnection", end, { signer: own.address, form });
  using signer = isOwnToEnd ? await unlockSigner() : null;
  const late = "the signature's hour ran out before the node answered";
  // The other node had the follow before: a failed renewal must not end it there.
  if (await findConnection(store.db, followerAddress, followeeAddress))
    return refused(`${late}: follow again`);
  if (signer?.address !== own.address) return refused(`${late}: follow again, or unfollow to be sure`);
  await peers
    .at(peer.url, form)
    .destroyConnection(signer.sign("DestroyConnection", end, form), signal)
    .catch(ignoreRefusal("CONNECTION_NOT_FOUND"));
  return refused(`${late}: undone on both sides`);
}
