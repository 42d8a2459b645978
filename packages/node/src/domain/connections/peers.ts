import { type Address, type Form, parseAddress } from "@freehold/protocol";
import type { Context } from "../../context.ts";
import { AppError } from "../../errors/errors.ts";
import { countCommenterBlocks } from "../../store/commenters.ts";
import {
  type Connection,
  countBlocks,
  countFollowees,
  countFollowers,
  listFollowees,
  listFollowers,
} from "../../store/connections.ts";
import { findPeer, type Peer, readPeers } from "../../store/peers.ts";
import { findProfile, type Profile, readProfiles } from "../../store/profiles.ts";
import { readReplicaUsage, readReplicaUsages } from "../../store/replicas.ts";
import { checkFirst, makePage, type Page, type PageRequest } from "../paging.ts";
import { locatePicture } from "../profile/avatar.ts";
import { requireOwner } from "../profile/owner.ts";
import { describeUsage, type ReplicaView, readReplicaQuota } from "../replication/replica-quota.ts";

/** A follow, seen from the owner, and how the way to the other node is. Times are ISO 8601 UTC. */
export interface ConnectionView {
  readonly address: Address;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** Path of its picture on this node; null where one is made from the address. */
  readonly picture: string | null;
  /** What its node speaks; null until it was asked. */
  readonly form: Form | null;
  /** Since when this node has the record. */
  readonly createdAt: string;
  /** `failing`: our own calls did not get through lately. */
  readonly state: "healthy" | "failing";
  /** Failures of our calls in a row. */
  readonly failures: number;
  /** Of one that fails. */
  readonly nextTryAt: string | null;
  readonly failingSince: string | null;
  readonly lastSuccessAt: string | null;
  readonly lastError: string | null;
  readonly heardAt: string | null;
  /** When its whole index was last looked through; null for one that is not followed. */
  readonly caughtUpAt: string | null;
  /** Its publications that are kept here, and their bytes. */
  readonly replicas: number;
  readonly replicaBytes: number;
  /** Whether no more of them are kept: the quota is used up. */
  readonly isQuotaFull: boolean;
}

/** Whom a page is about: those who follow the owner, or those whom the owner follows. */
export type ConnectionSide = "followers" | "following";

/**
 * A page of the owner's followers, or of those whom the owner follows, in the order in which it began.
 *
 * @throws AppError VALIDATION_FAILED (`first` is not from 1 to 100, a cursor that is none), NOT_INSTALLED
 */
export async function readConnectionsPage(
  context: Pick<Context, "store" | "owner">,
  side: ConnectionSide,
  { first, after }: PageRequest,
): Promise<Page<ConnectionView>> {
  checkFirst(first);
  const { db } = context.store;
  const own = await requireOwner(context);
  const list = side === "followers" ? listFollowers : listFollowees;
  const place = after === undefined || after === null ? null : decodePosition(after);
  const rows = await list(db, own.address, { limit: first + 1, ...(place && { after: place }) });
  const others = rows.map((row) => ({ row, address: otherSide(row, side) }));
  const addresses = others.map(({ address }) => address);
  const profiles = new Map((await readProfiles(db, addresses)).map((profile) => [profile.address, profile]));
  const peers = new Map((await readPeers(db, addresses)).map((peer) => [peer.address, peer]));
  const quota = await readReplicaQuota(db);
  const usages = await readReplicaUsages(db, addresses);
  const views = others.map(({ row, address }) => ({
    ...toView(row, address, profiles.get(address), peers.get(address)),
    ...describeUsage(quota, usages.get(address)),
    place: encodePosition({ createdAt: row.createdAt, address }),
  }));
  return makePage(views, { first, after: after ?? null }, (view) => view.place);
}

function otherSide({ followerAddress, followeeAddress }: Connection, side: ConnectionSide): Address {
  return side === "followers" ? followerAddress : followeeAddress;
}

function toView(
  row: Connection,
  address: Address,
  profile: Profile | undefined,
  peer: Peer | undefined,
): Omit<ConnectionView, keyof ReplicaView> {
  const url = row.followerAddress === address ? row.followerUrl : row.followeeUrl;
  const isFailing = peer?.state === "failing";
  return {
    address,
    url: profile?.url ?? url,
    title: profile?.title ?? "",
    description: profile?.description ?? null,
    picture: locatePicture(profile),
    form: profile?.form ?? null,
    createdAt: new Date(row.createdAt).toISOString(),
    state: peer?.state ?? "healthy",
    failures: peer?.failures ?? 0,
    nextTryAt: isFailing ? iso(peer.nextTryAt) : null,
    failingSince: isFailing ? iso(peer.failingSince) : null,
    lastSuccessAt: iso(peer?.lastSuccessAt),
    lastError: isFailing ? peer.lastError : null,
    heardAt: iso(peer?.heardAt),
    caughtUpAt: iso(peer?.caughtUpAt),
  };
}

function iso(ms: number | null | undefined): string | null {
  return ms ? new Date(ms).toISOString() : null;
}

type Position = { createdAt: number; address: Address };

function encodePosition({ createdAt, address }: Position): string {
  return Buffer.from(`${createdAt}.${address}`).toString("base64url");
}

/** @throws AppError VALIDATION_FAILED for anything that `encodePosition` does not make */
function decodePosition(cursor: string): Position {
  const text = cursor.length <= 200 ? Buffer.from(cursor, "base64url").toString() : "";
  const [, time = "", rest = ""] = /^(\d{1,15})\.(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  const address = parseAddress(rest);
  const place = address && { createdAt: Number(time), address };
  if (place && encodePosition(place) === cursor) return place;
  throw new AppError("VALIDATION_FAILED", "This is no place in this list.");
}

/** A connected node and how well its calls get through. Times are ISO 8601 UTC. */
export interface PeerView extends Omit<ConnectionView, "picture" | "createdAt" | "failingSince"> {
  /** It follows this node. */
  readonly follower: boolean;
  /** This node follows it. */
  readonly followed: boolean;
  readonly lastFailureAt: string | null;
}

// Not a limit: the page size of an internal read.
const pageSize = 500;

/** Every connected node, each once: the followed ones first, then the other followers. Read page by page. */
export async function* listPeers(context: Pick<Context, "store" | "owner">): AsyncGenerator<PeerView> {
  const { store } = context;
  const own = await requireOwner(context);
  const followed = new Set<Address>();
  for await (const address of everyAddress(
    (after) => listFollowees(store.db, own.address, after),
    "followeeAddress",
  )) {
    followed.add(address);
  }
  const followers = new Set<Address>();
  for await (const address of everyAddress(
    (after) => listFollowers(store.db, own.address, after),
    "followerAddress",
  )) {
    followers.add(address);
  }
  for (const address of new Set([...followed, ...followers])) {
    const view = await readPeer(context, address);
    if (view) yield { ...view, followed: followed.has(address), follower: followers.has(address) };
  }
}

type PageOptions = { after?: Position; limit: number };

async function* everyAddress<Side extends "followerAddress" | "followeeAddress">(
  page: (options: PageOptions) => Promise<ReadonlyArray<Record<Side, Address> & { createdAt: number }>>,
  side: Side,
): AsyncGenerator<Address> {
  let after: Position | undefined;
  while (true) {
    const rows = await page({ limit: pageSize, ...(after && { after }) });
    for (const row of rows) yield row[side];
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = { createdAt: last.createdAt, address: last[side] };
  }
}

async function readPeer(
  { store }: Pick<Context, "store">,
  address: Address,
): Promise<Omit<PeerView, "follower" | "followed"> | null> {
  const profile = await findProfile(store.db, address);
  if (!profile) return null;
  const peer = await findPeer(store.db, address);
  return {
    address,
    url: profile.url,
    title: profile.title,
    description: profile.description,
    form: profile.form,
    state: peer?.state ?? "healthy",
    failures: peer?.failures ?? 0,
    nextTryAt: peer && peer.state === "failing" ? iso(peer.nextTryAt) : null,
    lastSuccessAt: iso(peer?.lastSuccessAt),
    lastFailureAt: iso(peer?.lastFailureAt),
    lastError: peer?.lastError ?? null,
    heardAt: iso(peer?.heardAt),
    caughtUpAt: iso(peer?.caughtUpAt),
    ...describeUsage(await readReplicaQuota(store.db), await readReplicaUsage(store.db, address)),
  };
}

/** How many there are on each side of the owner. */
export interface ConnectionCounts {
  readonly followers: number;
  readonly following: number;
  readonly blocked: number;
}

/** Counts whom the owner follows, who follows the owner, and whom the owner has blocked: nodes, and authors by mail. */
export async function countConnections(context: Pick<Context, "store" | "owner">): Promise<ConnectionCounts> {
  const { db } = context.store;
  const { address } = await requireOwner(context);
  return {
    followers: await countFollowers(db, address),
    following: await countFollowees(db, address),
    blocked: (await countBlocks(db)) + (await countCommenterBlocks(db)),
  };
}
