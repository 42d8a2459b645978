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
import { AppError, msg } from "../../errors/errors.ts";
import type { Tx } from "../../store/database.ts";
import {
  deleteBlock,
  findConnection,
  listBlocks as listBlockRows,
  lockPeer,
  saveBlock,
} from "../../store/peers/connections.ts";
import { findProfile, readProfiles } from "../../store/peers/profiles.ts";
import { limits } from "../limits.ts";
import { type Page, type PageRequest, readPageById } from "../paging.ts";
import { recordPeerEvent } from "../peers/peer-events.ts";
import { formOf, requireFormOf } from "../peers/peer-identity.ts";
import { requireOwner } from "../profile/owner.ts";
import { removeConnection } from "./connection-record.ts";
import { queueMessage } from "./deliver-connection.ts";

type Pair = Pick<Meanings["DestroyConnection"], "followerAddress" | "followeeAddress">;

/** A follow that a block ended. `isNotified`: the owner's signature goes to the other node. */
export type EndedFollow = Pair & { isNotified: boolean };

/**
 * Blocks an address: it can't follow, this node pulls nothing from it, and its comments are refused. Follows between the
 * two end here at once. The other node is notified if the owner signed the end, or this process can unlock the owner's
 * key. Every end leaves a tombstone, so that nobody can replay the old follow.
 *
 * @param request.address lower case or EIP-55
 * @param request.reason a note for the owner
 * @param request.proofs signed envelopes of the messages that `prepareBlock` returned
 * @throws AppError VALIDATION_FAILED for an invalid address or this node's own, a note that is too long, or a message in
 *   another form than the other node's; EwpError for a bad envelope
 */
export async function blockPeer(
  context: Pick<Context, "store" | "clock" | "recover" | "unlockSigner" | "owner">,
  request: { address: string; reason?: string | null; proofs?: readonly unknown[] },
): Promise<EndedFollow[]> {
  const { store, clock } = context;
  const own = await requireOwner(context);
  const peer = parseAddress(request.address);
  if (!peer) throw new AppError("VALIDATION_FAILED", "This is not the address of a node.");
  if (peer === own.address) throw new AppError("VALIDATION_FAILED", "This is your own address.");
  const reason = checkReason(request.reason ?? null);
  const signed = await verifyProofs(context, own.address, { peer, proofs: request.proofs ?? [] });
  await signOthers(context, own.address, { peer, signed });
  return await store.transaction(async (tx) => {
    const now = clock.now();
    await lockPeer(tx, peer);
    await saveBlock(tx, { address: peer, reason, createdAt: now });
    await recordPeerEvent(tx, { address: peer, kind: "blocked", now });
    return await endFollows(tx, own.address, { peer, signed, now });
  });
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
    if (!pairsOf(self, peer).some((pair) => keyOf(pair) === keyOf(meaning))) {
      throw new AppError("VALIDATION_FAILED", "This message belongs to another node.");
    }
    if (profile) requireFormOf(profile, verified);
    signed.set(keyOf(meaning), envelope);
  }
  return signed;
}

/** Signs the missing messages, if this process can unlock the owner's key. */
async function signOthers(
  context: Pick<Context, "store" | "clock" | "unlockSigner" | "owner">,
  self: Address,
  { peer, signed }: { peer: Address; signed: Map<string, Envelope> },
): Promise<void> {
  const missing = (await prepareBlock(context, peer)).filter(({ meaning }) => !signed.has(keyOf(meaning)));
  if (missing.length === 0) return;
  using signer = await context.unlockSigner();
  if (signer?.address !== self) return;
  for (const { meaning, form } of missing) {
    signed.set(keyOf(meaning), signer.sign("DestroyConnection", meaning, form));
  }
}

async function endFollows(
  tx: Tx,
  self: Address,
  { peer, signed, now }: { peer: Address; signed: ReadonlyMap<string, Envelope>; now: number },
): Promise<EndedFollow[]> {
  const ended: EndedFollow[] = [];
  for (const pair of pairsOf(self, peer)) {
    const connection = await findConnection(tx, pair.followerAddress, pair.followeeAddress);
    if (!connection) continue;
    // Not earlier than the follow, even if the clock was set back meanwhile.
    const timestamp = Math.floor(Math.max(now, connection.createdAt) / 1000);
    const meaning = { ...pair, timestamp };
    await removeConnection(tx, meaning, { self, now });
    const envelope = signed.get(keyOf(pair));
    const message = { kind: "connection.destroy", peerAddress: peer, meaning } as const;
    if (envelope) await queueMessage(tx, { ...message, envelope }, { now });
    const kind = pair.followerAddress === self ? "you-unfollowed" : "you-removed";
    await recordPeerEvent(tx, { address: peer, kind, ...(envelope && { envelope }), now });
    ended.push({ ...pair, isNotified: envelope !== undefined });
  }
  return ended;
}

function pairsOf(self: Address, peer: Address): Pair[] {
  return [
    { followerAddress: peer, followeeAddress: self },
    { followerAddress: self, followeeAddress: peer },
  ];
}

function keyOf({ followerAddress, followeeAddress }: Pair): string {
  return `${followerAddress}:${followeeAddress}`;
}

/**
 * Prepares the messages that the owner may sign with a block, so that the other node learns of it: one for each follow
 * between the two nodes that the owner's signature can end.
 */
export async function prepareBlock(
  context: Pick<Context, "store" | "clock" | "owner">,
  peer: Address,
): Promise<Array<{ meaning: Meanings["DestroyConnection"]; form: Form }>> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const profile = await findProfile(db, peer);
  if (!profile) return [];
  const form = formOf(profile);
  const timestamp = Math.floor(context.clock.now() / 1000);
  const ends = [];
  for (const pair of pairsOf(own.address, peer)) {
    const meaning = { ...pair, timestamp };
    const isOurs = maySign("DestroyConnection", meaning, { signer: own.address, form });
    if (isOurs && (await findConnection(db, pair.followerAddress, pair.followeeAddress))) {
      ends.push({ meaning, form });
    }
  }
  return ends;
}

/** Removes a block. The follows that it ended stay ended. @returns whether the address was blocked */
export async function unblockPeer(
  { store, clock }: Pick<Context, "store" | "clock">,
  address: string,
): Promise<boolean> {
  const peer = parseAddress(address);
  if (peer === null) return false;
  return await store.transaction(async (tx) => {
    const wasBlocked = await deleteBlock(tx, peer);
    if (wasBlocked) await recordPeerEvent(tx, { address: peer, kind: "unblocked", now: clock.now() });
    return wasBlocked;
  });
}

/** A blocked address with the known fields of its node. */
export interface BlockView {
  id: number;
  address: Address;
  title: string | null;
  url: string | null;
  reason: string | null;
  /** ISO 8601 UTC */
  createdAt: string;
}

/** A page of the blocked addresses, newest first. @throws AppError VALIDATION_FAILED as `readPage` */
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

/** Trims the owner's note on a block; null for none. @throws AppError VALIDATION_FAILED when it is too long */
export function checkReason(reason: string | null): string | null {
  const note = reason?.replaceAll("\0", "").trim() ?? "";
  if ([...note].length > limits.descriptionLength) {
    throw new AppError(
      "VALIDATION_FAILED",
      msg`A note can have up to ${limits.descriptionLength} characters.`,
    );
  }
  return note === "" ? null : note;
}
