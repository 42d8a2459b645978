import {
  type Address,
  type Envelope,
  EwpError,
  type Meanings,
  parseAddress,
  parseEnvelope,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { lockPeer, saveBlock } from "../../store/blocks.ts";
import { findConnection } from "../../store/connections.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import { findProfile } from "../../store/profiles.ts";
import type { Tx } from "../../store/store.ts";
import { requireOwner } from "../installation/require-owner.ts";
import { limits } from "../limits.ts";
import { checkReason } from "./check-reason.ts";
import { requireFormOf } from "./peer-form.ts";
import { type FollowToEnd, prepareBlock } from "./prepare-block.ts";
import { removeConnection } from "./remove-connection.ts";

type End = Meanings["DestroyConnection"];
type Pair = Pick<End, "followerAddress" | "followeeAddress">;

/** A follow that a block ended; `isTold`: the other node is told, with the owner's signature. */
export type EndedFollow = Pair & { isTold: boolean };

export interface BlockRequest {
  /** All lower case or EIP-55. */
  address: string;
  /** A note for the owner. */
  reason?: string | null;
  /** Signed envelopes of what `prepareBlock` said. */
  proofs?: readonly unknown[];
}

/**
 * Blocks an address: it can't follow, nothing of it is pulled, its comments are refused. Follows that stand between
 * the two end here at once, whoever is blocked; the other node is told where the owner has signed that, or where this
 * process has a way to the owner's key. Where it is not told, the end leaves a tombstone all the same, so that the old
 * follow can't be played again.
 *
 * @throws AppError VALIDATION_FAILED for no address, the own one, a note that is too long, or a message in
 *   another form than the other node's; EwpError what an envelope lacks
 */
export async function blockPeer(
  context: Pick<Context, "store" | "clock" | "recover" | "events" | "unlockSigner">,
  { address, reason = null, proofs = [] }: BlockRequest,
): Promise<{ address: Address; ended: EndedFollow[] }> {
  const { store, clock, events } = context;
  const own = await requireOwner(context);
  const peer = parseAddress(address);
  if (!peer) throw new AppError("VALIDATION_FAILED", "This is no address of a node.");
  if (peer === own.address) throw new AppError("VALIDATION_FAILED", "This is your own address.");
  const note = checkReason(reason);
  const signed = await verifyProofs(context, own.address, { peer, proofs });
  await signOthers(context, own.address, { peer, signed });
  const ended = await store.transaction(async (tx) => {
    await lockPeer(tx, peer);
    await saveBlock(tx, { address: peer, reason: note, createdAt: clock.now() });
    return await endFollows(tx, own.address, { peer, signed, now: clock.now() });
  });
  if (ended.some(({ isTold }) => isTold)) events.emit("outbox.due");
  return { address: peer, ended };
}

/** The messages that the owner signed, by the follow that each ends. */
async function verifyProofs(
  { store, clock, recover }: Pick<Context, "store" | "clock" | "recover">,
  self: Address,
  { peer, proofs }: { peer: Address; proofs: readonly unknown[] },
): Promise<Map<string, Envelope>> {
  const profile = await findProfile(store.db, peer);
  const signed = new Map<string, Envelope>();
  for (const proof of proofs) {
    const verified = verifyEnvelope(parseEnvelope("DestroyConnection", proof), { recover, now: clock.now() });
    const { meaning, signer, envelope } = verified;
    if (signer !== self) throw new EwpError("INVALID_SIGNATURE", "Only the owner ends a follow here.");
    const sides = [meaning.followerAddress, meaning.followeeAddress];
    if (!sides.includes(self) || !sides.includes(peer)) {
      throw new AppError("VALIDATION_FAILED", "This message is about another node.");
    }
    if (profile) requireFormOf(profile, verified);
    signed.set(keyOf(meaning), envelope);
  }
  return signed;
}

/** Signs what the owner did not, where this process can. */
async function signOthers(
  context: Pick<Context, "store" | "clock" | "unlockSigner">,
  self: Address,
  { peer, signed }: { peer: Address; signed: Map<string, Envelope> },
): Promise<void> {
  const missing = (await prepareBlock(context, peer)).filter(({ meaning }) => !signed.has(keyOf(meaning)));
  const signable = missing.filter((end): end is FollowToEnd & { form: string } => end.form !== null);
  if (signable.length === 0) return;
  using signer = await context.unlockSigner();
  if (signer?.address !== self) return;
  for (const { meaning, form } of signable) {
    signed.set(keyOf(meaning), signer.sign("DestroyConnection", meaning, form));
  }
}

async function endFollows(
  tx: Tx,
  self: Address,
  { peer, signed, now }: { peer: Address; signed: ReadonlyMap<string, Envelope>; now: number },
): Promise<EndedFollow[]> {
  const pairs: readonly Pair[] = [
    { followerAddress: peer, followeeAddress: self },
    { followerAddress: self, followeeAddress: peer },
  ];
  const ended: EndedFollow[] = [];
  for (const pair of pairs) {
    const connection = await findConnection(tx, pair.followerAddress, pair.followeeAddress);
    if (!connection) continue;
    // Not earlier than the follow: a clock that was set back must not keep it.
    const timestamp = Math.max(Math.floor(now / 1000), Math.floor(connection.createdAt / 1000));
    await removeConnection(tx, { ...pair, timestamp }, { self, now });
    const envelope = signed.get(keyOf(pair));
    if (envelope) await tell(tx, { peer, pair, envelope, timestamp, now });
    ended.push({ ...pair, isTold: envelope !== undefined });
  }
  return ended;
}

async function tell(
  tx: Tx,
  told: { peer: Address; pair: Pair; envelope: Envelope; timestamp: number; now: number },
): Promise<void> {
  await addOutboxEntry(tx, {
    kind: "connection.destroy",
    peerAddress: told.peer,
    subject: `${told.pair.followerAddress}:${told.timestamp}`,
    payload: JSON.stringify(told.envelope),
    now: told.now,
    expiresAt: told.now + limits.deliveryMs,
  });
}

function keyOf({ followerAddress, followeeAddress }: Pair): string {
  return `${followerAddress}:${followeeAddress}`;
}
