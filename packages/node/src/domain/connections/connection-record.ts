import {
  type Address,
  type Meanings,
  type ParsedProfile,
  sameNodeUrl,
  type Verified,
} from "@freehold/protocol";
import { toPlainLine } from "@freehold/protocol/internal";
import type { Reader, Tx } from "../../store/database.ts";
import { emit } from "../../store/events.ts";
import {
  deleteConnection,
  deleteUnprovenConnection,
  findConnection,
  findConnectionTombstone,
  insertConnection,
  isBlocked,
  isProven,
  lockPeer,
  noProof,
  writeConnectionTombstone,
} from "../../store/peers/connections.ts";
import { ensurePeer, scheduleCatchUp } from "../../store/peers/peers.ts";
import { findProfile, type Profile, saveProfile } from "../../store/peers/profiles.ts";
import { listOutbox } from "../../store/queues/outbox.ts";
import { recordOtherAddress, recordPeerEvent } from "../peers/peer-events.ts";
import { readSettingValues } from "../settings/settings.ts";

/**
 * Why a signed follow is not recorded: it is recorded already, it was ended since it was signed, one of its nodes is blocked,
 * or the owner accepts no new followers.
 */
export type RecordObstacle = "exists" | "stale" | "blocked" | "closed";

/** The sentences for the other node. The protocol has one code for all three, and a blocked node learns no more. */
export const staleReasons: Readonly<Record<Exclude<RecordObstacle, "exists">, string>> = {
  stale: "The follow was ended after this message was signed.",
  blocked: "This node does not take this follow.",
  closed: "This node accepts no new followers.",
};

/**
 * Checks whether a signed follow may be recorded (decisions 3). It takes the place of an imported one whose signature is
 * missing.
 *
 * @param self this node's owner
 * @returns null when it may be recorded
 */
export async function checkConnection(
  db: Reader,
  { followerAddress, followeeAddress, timestamp }: Meanings["CreateConnection"],
  self: Address,
): Promise<RecordObstacle | null> {
  const known = await findConnection(db, followerAddress, followeeAddress);
  if (known && isProven(known)) return "exists";
  if ((await isBlocked(db, followerAddress)) || (await isBlocked(db, followeeAddress))) return "blocked";
  if (followeeAddress === self && !known && !(await readSettingValues(db)).allowFollow) return "closed";
  const ended = await findConnectionTombstone(db, followerAddress, followeeAddress);
  return ended !== null && timestamp < ended.signedAt ? "stale" : null;
}

/**
 * Records a verified follow, in the caller's transaction, after checking the state again. Schedules the first catch-up
 * where this node is the follower; notifies the owner where it is the followee.
 *
 * @param known the other node's profile, just read; absent when it is stored already
 */
export async function recordConnection(
  tx: Tx,
  { meaning, envelope }: Pick<Verified<"CreateConnection">, "meaning" | "envelope">,
  { self, now, known }: { self: Address; now: number; known?: KnownNode },
): Promise<"created" | RecordObstacle> {
  const { followerAddress, followeeAddress, followerUrl, followeeUrl, timestamp: signedAt } = meaning;
  await lockPeer(tx, followerAddress === self ? followeeAddress : followerAddress);
  const obstacle = await checkConnection(tx, meaning, self);
  if (obstacle) return obstacle;
  if (known) await saveKnownNode(tx, known, now);
  const proof = JSON.stringify(envelope);
  const sides = { followerAddress, followeeAddress, followerUrl, followeeUrl };
  const isRenewed = await deleteUnprovenConnection(tx, { followerAddress, followeeAddress });
  await insertConnection(tx, { ...sides, signedAt, proof, createdAt: now });
  const isOurs = followerAddress === self;
  await recordPeerEvent(tx, {
    address: isOurs ? followeeAddress : followerAddress,
    kind: isOurs ? "you-followed" : "followed-you",
    url: isOurs ? followeeUrl : followerUrl,
    envelope,
    now,
  });
  if (isOurs) await scheduleCatchUp(tx, followeeAddress, now);
  else if (!isRenewed) {
    const title = (await findProfile(tx, followerAddress))?.title ?? followerAddress;
    await emit(tx, "follower.created", { address: followerAddress, title, url: followerUrl, now });
  }
  return "created";
}

/** A follow that an import brings without its signature: the owner vouches for it. */
export interface UnprovenFollow {
  /** The other node. */
  readonly peer: Pick<Profile, "address" | "url" | "title" | "description">;
  readonly side: "follower" | "followee";
  /** In milliseconds. */
  readonly since: number;
  readonly now: number;
  /** Whether only to look. */
  readonly dryRun?: boolean;
}

/**
 * Records a follow without its signature. A follower gets new publications; the index of a followed node is read. The node asks the
 * other one for its profile before any other call.
 *
 * @param own this node
 */
export async function recordUnprovenFollow(
  tx: Tx,
  own: Pick<Profile, "address" | "url">,
  { peer, side, since, now, dryRun = false }: UnprovenFollow,
): Promise<"taken" | "known" | "ended"> {
  await lockPeer(tx, peer.address);
  const [follower, followee] = side === "follower" ? [peer, own] : [own, peer];
  const pair = { followerAddress: follower.address, followeeAddress: followee.address };
  if (await findConnection(tx, pair.followerAddress, pair.followeeAddress)) return "known";
  const isEnded = await findConnectionTombstone(tx, pair.followerAddress, pair.followeeAddress);
  if (isEnded || (await isBlocked(tx, peer.address))) return "ended";
  if (dryRun) return "taken";
  await saveUnreadNode(tx, peer, now);
  await insertConnection(tx, {
    ...pair,
    followerUrl: follower.url,
    followeeUrl: followee.url,
    signedAt: Math.floor(since / 1000),
    proof: noProof,
    createdAt: since,
  });
  if (side === "followee") await scheduleCatchUp(tx, peer.address, now);
  return "taken";
}

/** Adds a node that an import names; does not change a known one. Its profile is read before any other call. */
export async function saveUnreadNode(
  tx: Tx,
  { address, url, title, description }: UnprovenFollow["peer"],
  now: number,
): Promise<void> {
  if ((await findProfile(tx, address)) === null) {
    await saveProfile(tx, {
      address,
      url,
      title: toPlainLine(title.slice(0, 255)),
      description: description?.replaceAll("\0", "") ?? null,
      isSelf: false,
      form: null,
      avatarHash: null,
      avatarType: null,
      createdAt: now,
      updatedAt: 0,
      fetchedAt: 0,
    });
  }
  await ensurePeer(tx, address);
}

/** A node's profile, just read, and its verified URL. */
export interface KnownNode {
  profile: ParsedProfile;
  url: string;
}

/** Saves a node's profile, and prepares the record of its health. */
export async function saveKnownNode(tx: Tx, { profile, url }: KnownNode, now: number): Promise<void> {
  const { address, title, description, form, updatedAt } = profile;
  const before = await findProfile(tx, address);
  const seconds = updatedAt === null ? 0 : Math.floor(Date.parse(updatedAt) / 1000) || 0;
  await saveProfile(tx, {
    address,
    url,
    title,
    description,
    form,
    isSelf: false,
    avatarHash: null,
    avatarType: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: Math.max(before?.updatedAt ?? 0, Math.min(seconds, Math.floor(now / 1000))),
    fetchedAt: now,
  });
  await ensurePeer(tx, address);
  await recordKnownNode(tx, { before, profile, url, now });
}

/** Stores an event for a new node, and for changes without a signed update. */
async function recordKnownNode(
  tx: Tx,
  { before, profile, url, now }: KnownNode & { before: Profile | null; now: number },
): Promise<void> {
  const { address } = profile;
  if (before === null)
    await recordPeerEvent(tx, { address, kind: "met", url, detail: { title: profile.title }, now });
  else if (!sameNodeUrl(before.url, url))
    await recordPeerEvent(tx, { address, kind: "other-url", url, detail: { before: before.url }, now });
  await recordOtherAddress(tx, { address, url, now });
}

/**
 * Ends a follow in the caller's transaction, and writes a tombstone, so that nobody can replay an older CreateConnection
 * (decisions 3). A follow on its way to the other node gets a tombstone too. A follow that was recorded in a later second
 * than the end was signed stays (`stale`).
 */
export async function removeConnection(
  tx: Tx,
  ended: Meanings["DestroyConnection"],
  { self, now }: { self: Address; now: number },
): Promise<"removed" | "missing" | "stale"> {
  const { followerAddress, followeeAddress, timestamp } = ended;
  const peer = followerAddress === self ? followeeAddress : followerAddress;
  const connection = await findConnection(tx, followerAddress, followeeAddress);
  if (!connection) {
    const pending = await listOutbox(tx, { kind: "connection.create", peer, state: "pending", limit: 10 });
    const isPending = pending.some(({ subject }) => subject.startsWith(`${followerAddress}:`));
    if (isPending) await writeConnectionTombstone(tx, ended, timestamp);
    return "missing";
  }
  if (Math.floor(connection.createdAt / 1000) > timestamp) return "stale";
  await deleteConnection(tx, followerAddress, followeeAddress);
  await writeConnectionTombstone(tx, ended, timestamp);
  if (followerAddress === self) await scheduleCatchUp(tx, followeeAddress, null);
  else await emit(tx, "follower.removed", { address: followerAddress, now });
  return "removed";
}
