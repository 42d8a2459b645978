import type { Address, Meanings, ParsedProfile, Verified } from "@freehold/protocol";
import {
  deleteConnection,
  findConnection,
  findConnectionTombstone,
  insertConnection,
  isBlocked,
  lockPeer,
  type Pair,
  writeConnectionTombstone,
} from "../../store/connections.ts";
import type { Tx } from "../../store/database.ts";
import { listOutbox } from "../../store/outbox.ts";
import { ensurePeer, scheduleCatchUp } from "../../store/peers.ts";
import { findProfile, saveProfile } from "../../store/profiles.ts";
import { notifyFollower } from "../notifications/notify-owner.ts";
import { readSettingValues } from "../settings/settings.ts";
import { addWebhookEvent } from "../webhooks/webhook-events.ts";

/** What came of recording a follow: done, or why the state does not allow it. */
export type RecordedConnection = "created" | "exists" | "stale";

/**
 * Whether the state of the pair takes a follow that was signed at `timestamp` (decisions 3). With somebody who is
 * blocked every follow is as one that was ended since: nobody is told more than that. So is a new follow of an owner who
 * takes no followers, for the protocol has no word of its own for it.
 *
 * @param self this node's owner
 */
export async function checkConnection(
  db: Parameters<typeof findConnection>[0],
  { followerAddress, followeeAddress, timestamp }: Verified<"CreateConnection">["meaning"],
  self: Address,
): Promise<RecordedConnection | null> {
  if (await findConnection(db, followerAddress, followeeAddress)) return "exists";
  if ((await isBlocked(db, followerAddress)) || (await isBlocked(db, followeeAddress))) return "stale";
  if (followeeAddress === self && !(await readSettingValues(db)).allowFollow) return "stale";
  const ended = await findConnectionTombstone(db, followerAddress, followeeAddress);
  return ended !== null && timestamp < ended.signedAt ? "stale" : null;
}

/**
 * Writes a verified follow, in the caller's transaction, after checking the state again: the record, what was just
 * read of the other node, and, where this node is the follower, the first catch-up; where it is the followee, the
 * owner is told.
 *
 * @param known the profile that was read from the other node's URL; absent when it is stored already
 */
export async function recordConnection(
  tx: Tx,
  { meaning, envelope }: Pick<Verified<"CreateConnection">, "meaning" | "envelope">,
  { self, now, known }: { self: Address; now: number; known?: KnownNode },
): Promise<RecordedConnection> {
  await lockPeer(tx, meaning.followerAddress === self ? meaning.followeeAddress : meaning.followerAddress);
  const obstacle = await checkConnection(tx, meaning, self);
  if (obstacle) return obstacle;
  if (known) await saveKnownNode(tx, known, now);
  await insertConnection(tx, {
    followerAddress: meaning.followerAddress,
    followeeAddress: meaning.followeeAddress,
    followerUrl: meaning.followerUrl,
    followeeUrl: meaning.followeeUrl,
    signedAt: meaning.timestamp,
    proof: JSON.stringify(envelope),
    createdAt: now,
  });
  if (meaning.followerAddress === self) await scheduleCatchUp(tx, meaning.followeeAddress, now);
  else await notifyFollower(tx, { address: meaning.followerAddress, url: meaning.followerUrl, now });
  return "created";
}

/** A node as its own profile described it a moment ago, and the URL where that was read. */
export interface KnownNode {
  profile: ParsedProfile;
  url: string;
}

/** Keeps what was just read from a node at a verified URL, and makes room for its peer state. */
export async function saveKnownNode(tx: Tx, { profile, url }: KnownNode, now: number): Promise<void> {
  const before = await findProfile(tx, profile.address);
  const seconds = profile.updatedAt === null ? 0 : Math.floor(Date.parse(profile.updatedAt) / 1000) || 0;
  await saveProfile(tx, {
    address: profile.address,
    url,
    title: profile.title,
    description: profile.description,
    isSelf: false,
    form: profile.form,
    avatarHash: null,
    avatarType: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: Math.max(before?.updatedAt ?? 0, Math.min(seconds, Math.floor(now / 1000))),
    fetchedAt: now,
  });
  await ensurePeer(tx, profile.address);
}

/**
 * Ends a follow in the caller's transaction and leaves the tombstone that keeps an older CreateConnection from being
 * played again (decisions 3), or one that is still on its way from being made. A follow that was made in a later second
 * than the termination was signed stays.
 */
export async function removeConnection(
  tx: Tx,
  ended: Meanings["DestroyConnection"],
  { self, now }: { self: Address; now: number },
): Promise<"removed" | "missing" | "stale"> {
  const { followerAddress, followeeAddress, timestamp } = ended;
  const connection = await findConnection(tx, followerAddress, followeeAddress);
  if (!connection) {
    if (await isOnItsWay(tx, ended, self)) await writeConnectionTombstone(tx, ended, ended.timestamp);
    return "missing";
  }
  if (Math.floor(connection.createdAt / 1000) > timestamp) return "stale";
  await deleteConnection(tx, followerAddress, followeeAddress);
  await writeConnectionTombstone(tx, { followerAddress, followeeAddress }, timestamp);
  if (followerAddress === self) await scheduleCatchUp(tx, followeeAddress, null);
  else await addWebhookEvent(tx, { type: "follower.removed", data: { address: followerAddress }, now });
  return "removed";
}

/** Whether this follow is still brought to the other node, which may have it already. */
async function isOnItsWay(
  tx: Tx,
  { followerAddress, followeeAddress }: Pair,
  self: Address,
): Promise<boolean> {
  const peer = followerAddress === self ? followeeAddress : followerAddress;
  const waiting = await listOutbox(tx, { kind: "connection.create", peer, state: "pending", limit: 10 });
  return waiting.some(({ subject }) => subject.startsWith(`${followerAddress}:`));
}
