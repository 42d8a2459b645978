import {
  type Address,
  type Envelope,
  PeerError,
  parseEnvelope,
  timestampWindowSeconds,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { waitAsAsked } from "../../delivery/backoff.ts";
import { type Outcome, outcomeOfPeerError } from "../../delivery/outcome.ts";
import { findConnection } from "../../store/connections.ts";
import { findOutboxEntry, type OutboxEntry } from "../../store/outbox.ts";
import { findProfile } from "../../store/profiles.ts";
import { finishRows, postponeRows } from "../../store/queue-rows.ts";
import { deliverFollow } from "./deliver-follow.ts";
import { formOf } from "./peer-identity.ts";

type DeliverContext = Pick<
  Context,
  "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner"
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
    .catch(takeForSuccess("CONNECTION_NOT_FOUND"));
  return { result: "done" };
}

/**
 * Tries a row of the outbox here and now, while its owner waits for the answer. The row was added as not due yet, so
 * that no worker takes it meanwhile; should this process die, one takes it later.
 */
export async function deliverNow(
  context: Pick<Context, "store" | "clock" | "recover" | "peers" | "log" | "events" | "unlockSigner">,
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
      const at = now + (outcome.afterMs ? waitAsAsked(1, outcome.afterMs, Math.random()) : 0);
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
export function takeForSuccess(code: string): (error: unknown) => void {
  return (error) => {
    if (error instanceof PeerError && error.kind === "refused" && error.code === code) return;
    throw error;
  };
}
