import { type Address, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { countCommenterBlocks } from "../../store/commenters.ts";
import type { Tx } from "../../store/database.ts";
import {
  type ConnectionPage,
  countBlocks,
  countFollowees,
  countFollowers,
  isProven,
  listFollowees,
  listFollowers,
  listUnprovenConnections,
  type Pair,
  readAllConnections,
} from "../../store/peers/connections.ts";
import { findPeer, type Peer, readPeers } from "../../store/peers/peers.ts";
import { findProfile, type Profile, readProfiles } from "../../store/peers/profiles.ts";
import { readReplicaUsage, readReplicaUsages } from "../../store/peers/replicas.ts";
import {
  type Piece,
  type Removed,
  removeOldTombstones,
  removeUnusedProfiles,
} from "../../store/peers/unused-peers.ts";
import { limits } from "../limits.ts";
import {
  encodeCursor,
  invalidCursor,
  type Page,
  type PageRequest,
  readPage,
  splitCursor,
} from "../paging.ts";
import { requireOwner } from "../profile/owner.ts";
import { locatePicture } from "../profile/picture.ts";
import { describeUsage, type ReplicaView, readReplicaQuota } from "../replication/replica-quota.ts";

/** A node and the state of the calls to it. Times are ISO 8601 UTC. */
function describePeer(
  address: Address,
  profile: Profile | undefined,
  peer: Peer | undefined,
  replicas: ReplicaView,
) {
  return {
    address,
    url: profile?.url ?? "",
    title: profile?.title ?? "",
    description: profile?.description ?? null,
    /** Null until the node was asked. */
    form: profile?.form ?? null,
    /** `failing`: this node's own calls failed lately. */
    state: peer?.state ?? "healthy",
    /** Failed calls in a row. */
    failures: peer?.failures ?? 0,
    /** Null for a healthy node. */
    nextTryAt: peer?.state === "failing" ? iso(peer.nextTryAt) : null,
    lastSuccessAt: iso(peer?.lastSuccessAt),
    lastFailureAt: iso(peer?.lastFailureAt),
    lastError: peer?.lastError ?? null,
    heardAt: iso(peer?.heardAt),
    /** When its whole index was last read; null for a node that is not followed. */
    caughtUpAt: iso(peer?.caughtUpAt),
    ...replicas,
  };
}

function iso(ms: number | null | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

/** A follow from or to this node, with the other node. */
export interface ConnectionView extends ReturnType<typeof describePeer> {
  /** Path of the other node's picture on this node; null where one is made from the address. */
  readonly picture: string | null;
  /** When this node recorded the follow. */
  readonly createdAt: string;
  /** Whether the follower's signature is stored; false for a follow that was imported without it. */
  readonly isProven: boolean;
  readonly failingSince: string | null;
}

export type ConnectionSide = "followers" | "following";

/**
 * A page of the owner's followers, or of the nodes that the owner follows, oldest follow first.
 *
 * @throws AppError VALIDATION_FAILED as `readPage`, NOT_INSTALLED
 */
export async function readConnectionsPage(
  context: Pick<Context, "store" | "owner">,
  side: ConnectionSide,
  request: PageRequest,
): Promise<Page<ConnectionView>> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const [list, otherAddress, otherUrl] =
    side === "followers"
      ? ([listFollowers, "followerAddress", "followerUrl"] as const)
      : ([listFollowees, "followeeAddress", "followeeUrl"] as const);
  const read = async (page: ConnectionPage): Promise<ConnectionView[]> => {
    const rows = await list(db, own.address, page);
    const addresses = rows.map((row) => row[otherAddress]);
    const profiles = await readProfiles(db, addresses);
    const peers = new Map((await readPeers(db, addresses)).map((peer) => [peer.address, peer]));
    const quota = await readReplicaQuota(db);
    const usages = await readReplicaUsages(db, addresses);
    return rows.map((row) => {
      const address = row[otherAddress];
      const profile = profiles.get(address);
      const peer = peers.get(address);
      const isFailing = peer?.state === "failing";
      return {
        ...describePeer(address, profile, peer, describeUsage(quota, usages.get(address))),
        url: profile?.url ?? row[otherUrl],
        picture: locatePicture(profile),
        createdAt: new Date(row.createdAt).toISOString(),
        isProven: isProven(row),
        failingSince: isFailing ? iso(peer.failingSince) : null,
        lastError: isFailing ? peer.lastError : null,
      };
    });
  };
  const cursorOf = ({ createdAt, address }: ConnectionView) => encodeCursor([Date.parse(createdAt), address]);
  return await readPage(request, { decode: decodePosition, read, cursorOf });
}

/** @throws AppError VALIDATION_FAILED for an invalid cursor */
function decodePosition(cursor: string): Required<ConnectionPage>["after"] {
  const [time = "", text = ""] = splitCursor(cursor);
  const createdAt = /^\d{1,15}$/.test(time) ? Number(time) : Number.NaN;
  const address = parseAddress(text);
  if (address && encodeCursor([createdAt, address]) === cursor) return { createdAt, address };
  throw invalidCursor();
}

/** A connected node. */
export interface PeerView extends ReturnType<typeof describePeer> {
  /** It follows this node. */
  readonly follower: boolean;
  /** This node follows it. */
  readonly followed: boolean;
}

const pageSize = 500;

/** Every connected node, each once: the followed ones first, then the other followers. Read page by page. */
export async function* listPeers(context: Pick<Context, "store" | "owner">): AsyncGenerator<PeerView> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const followed = new Set<Address>();
  for await (const page of readAllConnections(listFollowees, db, own.address, pageSize)) {
    for (const { followeeAddress } of page) followed.add(followeeAddress);
  }
  const followers = new Set<Address>();
  for await (const page of readAllConnections(listFollowers, db, own.address, pageSize)) {
    for (const { followerAddress } of page) followers.add(followerAddress);
  }
  for (const address of followed.union(followers)) {
    const profile = await findProfile(db, address);
    if (!profile) continue;
    const peer = (await findPeer(db, address)) ?? undefined;
    const usage = describeUsage(await readReplicaQuota(db), await readReplicaUsage(db, address));
    yield {
      ...describePeer(address, profile, peer, usage),
      followed: followed.has(address),
      follower: followers.has(address),
    };
  }
}

/** A follow that an import brought without its signature. */
export interface UnprovenConnection {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  /** The role of the other node. Only the owner of a follower's node can sign its follow. */
  readonly side: "follower" | "followee";
}

/** The follows whose signature is missing, oldest first. @throws AppError NOT_INSTALLED */
export async function listUnproven(context: Pick<Context, "store" | "owner">): Promise<UnprovenConnection[]> {
  const { db } = context.store;
  const own = await requireOwner(context);
  const found: UnprovenConnection[] = [];
  for (const row of await listUnprovenConnections(db, own.address)) {
    const isFollower = row.followeeAddress === own.address;
    const address = isFollower ? row.followerAddress : row.followeeAddress;
    const profile = await findProfile(db, address);
    const url = profile?.url ?? (isFollower ? row.followerUrl : row.followeeUrl);
    found.push({ address, url, title: profile?.title ?? url, side: isFollower ? "follower" : "followee" });
  }
  return found;
}

/** The numbers of followers, of followed nodes, and of blocks (nodes and authors by mail). */
export type ConnectionCounts = Awaited<ReturnType<typeof countConnections>>;

export async function countConnections(context: Pick<Context, "store" | "owner">) {
  const { db } = context.store;
  const { address } = await requireOwner(context);
  return {
    followers: await countFollowers(db, address),
    following: await countFollowees(db, address),
    blocked: (await countBlocks(db)) + (await countCommenterBlocks(db)),
  };
}

/** Small, so that no other writer waits long. */
const batch = 200;

/** Maintenance: deletes tombstones of follows that no valid signature can replay any more, and profiles of unused nodes. */
export async function sweepStalePeers(
  { store, clock, log }: Pick<Context, "store" | "clock" | "log">,
  signal?: AbortSignal,
): Promise<{ tombstones: number; profiles: number }> {
  const now = clock.now();
  const signedBefore = Math.floor((now - limits.tombstoneMs) / 1000);
  const unreadSince = now - limits.unusedPeerMs;
  const walk = async <Key>(step: (tx: Tx, piece: Piece<Key>) => Promise<Removed<Key>>) => {
    let total = 0;
    let after: Key | null = null;
    do {
      const piece: Piece<Key> = { after, limit: batch };
      const { removed, last } = await store.transaction((tx) => step(tx, piece));
      total += removed;
      after = last;
    } while (after !== null && !signal?.aborted);
    return total;
  };
  const tombstones = await walk((tx, piece: Piece<Pair>) =>
    removeOldTombstones(tx, { ...piece, signedBefore }),
  );
  const profiles = await walk((tx, piece: Piece<Address>) =>
    removeUnusedProfiles(tx, { ...piece, unreadSince }),
  );
  if (tombstones + profiles > 0)
    log.info({ tombstones, profiles }, "tombstones and profiles of unused peers were deleted");
  return { tombstones, profiles };
}
