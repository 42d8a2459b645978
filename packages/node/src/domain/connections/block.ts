import {
  type Address,
  type Envelope,
  EwpError,
  type Form,
  type Meanings,
  maySign,
  parseAddress,
  parseEnvelope,
  verifyEnvelope,
} from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import {
  deleteBlock,
  findConnection,
  listBlocks as listBlockRows,
  lockPeer,
  saveBlock,
} from "../../store/connections.ts";
import type { Tx } from "../../store/database.ts";
import { addOutboxEntry } from "../../store/outbox.ts";
import { findProfile, readProfiles } from "../../store/profiles.ts";
import { limits } from "../limits.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { removeConnection } from "./connection-record.ts";
import { formOf, requireFormOf } from "./peer-identity.ts";

type End = Meanings["DestroyConnection"];
type Pair = Pick<End, "followerAddress" | "followeeAddress">;

/** A follow that a block ended; `isNotified`: the other node is told, with the owner's signature. */
export type EndedFollow = Pair & { isNotified: boolean };

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
  context: Pick<Context, "store" | "clock" | "recover" | "events" | "unlockSigner" | "owner">,
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
  if (ended.some(({ isNotified }) => isNotified)) events.emit("outbox.due");
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
  context: Pick<Context, "store" | "clock" | "unlockSigner" | "owner">,
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
    if (envelope) await queueEnd(tx, { peer, pair, envelope, timestamp, now });
    ended.push({ ...pair, isNotified: envelope !== undefined });
  }
  return ended;
}

async function queueEnd(
  tx: Tx,
  end: { peer: Address; pair: Pair; envelope: Envelope; timestamp: number; now: number },
): Promise<void> {
  await addOutboxEntry(tx, {
    kind: "connection.destroy",
    peerAddress: end.peer,
    subject: `${end.pair.followerAddress}:${end.timestamp}`,
    payload: JSON.stringify(end.envelope),
    now: end.now,
    expiresAt: end.now + limits.deliveryMs,
  });
}

function keyOf({ followerAddress, followeeAddress }: Pair): string {
  return `${followerAddress}:${followeeAddress}`;
}

/** A follow that stands between the owner and a peer, and the message that ends it. */
export interface FollowToEnd {
  meaning: Meanings["DestroyConnection"];
  /** The form in which the other node understands it; null where the owner's signature can't end it there. */
  form: Form | null;
}

/**
 * Says what the owner may sign with a block, so that the other node hears of the end: one message for each follow that
 * stands between the two.
 */
export async function prepareBlock(
  context: Pick<Context, "store" | "clock" | "owner">,
  peer: Address,
): Promise<FollowToEnd[]> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const profile = await findProfile(db, peer);
  const timestamp = Math.floor(context.clock.now() / 1000);
  const pairs = [
    { followerAddress: peer, followeeAddress: own.address },
    { followerAddress: own.address, followeeAddress: peer },
  ];
  const ends: FollowToEnd[] = [];
  for (const pair of pairs) {
    if (!profile || !(await findConnection(db, pair.followerAddress, pair.followeeAddress))) continue;
    const meaning = { ...pair, timestamp };
    const form = formOf(profile);
    const isOurs = maySign("DestroyConnection", meaning, { signer: own.address, form });
    ends.push({ meaning, form: isOurs ? form : null });
  }
  return ends;
}

/**
 * Takes a block back. Follows that it ended don't come back by that: they are signed anew.
 *
 * @returns whether the address was blocked
 */
export async function unblockPeer({ store }: Pick<Context, "store">, address: string): Promise<boolean> {
  const peer = parseAddress(address);
  return peer !== null && (await store.transaction((tx) => deleteBlock(tx, peer)));
}

/** A blocked address, and what is known of its node. */
export interface BlockView {
  id: number;
  address: Address;
  title: string | null;
  url: string | null;
  reason: string | null;
  /** ISO 8601 UTC */
  createdAt: string;
}

/**
 * A page of the blocked addresses, the newest first.
 *
 * @throws AppError VALIDATION_FAILED for a `first` that is not from 1 to 100, and for a cursor that is none
 */
export function listBlocks(
  { store }: Pick<Context, "store">,
  request: PageRequest,
): Promise<Page<BlockView>> {
  return readPageById(request, async (page) => {
    const rows = await listBlockRows(store.db, page);
    const profiles = await readProfiles(
      store.db,
      rows.map(({ address }) => address),
    );
    return rows.map(({ id, address, reason, createdAt }) => ({
      id,
      address,
      title: profiles.get(address)?.title ?? null,
      url: profiles.get(address)?.url ?? null,
      reason,
      createdAt: new Date(createdAt).toISOString(),
    }));
  });
}

/** The owner's note on a block, or null for none. @throws AppError VALIDATION_FAILED for one that is too long */
export function checkReason(reason: string | null): string | null {
  const note = reason?.replaceAll("\0", "").trim() ?? "";
  if ([...note].length > limits.descriptionLength) {
    throw new AppError("VALIDATION_FAILED", `A note has up to ${limits.descriptionLength} characters.`);
  }
  return note === "" ? null : note;
}
